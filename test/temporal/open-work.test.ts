import { describe, expect, it } from 'vitest';
import { readOpenWork } from '../../src/temporal/open-work.ts';

const lostAt = new Date('2026-05-01T12:00:00.000Z');

/** A server with these open and lost workflows, whose reaper looked at that time. */
function serverOf(has: {
  readonly open?: readonly string[];
  readonly lost?: readonly string[];
  readonly lookedAt?: Date;
}) {
  const rows = (ids: readonly string[] = []) =>
    ids.map((workflowId) => ({
      ...{ workflowId, closeTime: lostAt },
      typedSearchAttributes: { get: () => undefined },
    }));
  const workflow = {
    async *list({ query }: { readonly query: string }) {
      await Promise.resolve();
      if (query.includes('"Terminated"')) yield* rows(has.lost);
      else if (query.includes('"studyWorkflow"')) yield* rows(has.open);
    },
    count(query: string) {
      const [, since = ''] = /StartTime > "([^"]+)"/u.exec(query) ?? [];
      const hasLooked = has.lookedAt !== undefined && has.lookedAt > new Date(since);
      return Promise.resolve({ count: hasLooked ? 1 : 0 });
    },
  };
  return {
    temporalClient: { workflow },
    connection: { withDeadline: (_at: number, work: () => Promise<void>) => work() },
  } as unknown as Parameters<typeof readOpenWork>[0];
}

const after = (ms: number): Date => new Date(lostAt.getTime() + ms);

describe('what keeps programs up that nobody asks for', () => {
  it('is what is open', async () => {
    expect(await readOpenWork(serverOf({}))).toEqual([]);
    expect(await readOpenWork(serverOf({ open: ['study-a', 'cluster-b'] }))).toEqual([
      'study-a',
      'cluster-b',
    ]);
  });

  it.each([
    ['has not looked since', undefined, true],
    ['looked only while a person might still take it up', after(69_000), true],
    ['has looked', after(71_000), false],
  ])('is what a lost workflow left, where the reaper %s', async (_what, lookedAt, stays) => {
    const has = { lost: ['study-a'], ...(lookedAt === undefined ? {} : { lookedAt }) };
    expect(await readOpenWork(serverOf(has))).toEqual(
      stays ? ['what study-a left (the reaper looks every ten minutes)'] : [],
    );
  });
});
