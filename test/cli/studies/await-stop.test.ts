import { ServiceError } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../src/cli/context.ts';
import type { Engine } from '../../../src/cli/engine/open-engine.ts';
import { awaitStop } from '../../../src/cli/studies/await-stop.ts';
import type { OpenStudy } from '../../../src/cli/studies/open-study.ts';

/** An open study that answers so, and is seen in these states of Temporal's, one a look; with what was said of it. */
function openStudy(answer: object | Error, statuses: readonly string[], isInterrupted = false) {
  const said: string[] = [];
  let looks = 0;
  const handle = {
    query: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
    describe: () => {
      const name = statuses[Math.min(looks, statuses.length - 1)];
      looks += 1;
      return Promise.resolve({ status: { name }, memo: { ticket: 't1' } });
    },
  };
  const signal = isInterrupted ? AbortSignal.abort() : new AbortController().signal;
  const context = { interrupt: { signal }, output: { note: (text: string) => said.push(text) } };
  const engine = { temporalClient: { withDeadline: (_at: number, ask: () => unknown) => ask() } };
  const open = { studyId: 'beam-1', handle, ticket: 't1' };
  return {
    said,
    looks: () => looks,
    wait: () =>
      awaitStop(
        context as unknown as CommandContext,
        engine as unknown as Engine,
        open as unknown as OpenStudy,
      ),
  };
}

describe('an open study of the name that is to be started', () => {
  it('is waited for while it is being stopped, and that is said', async () => {
    const { wait, said, looks } = openStudy({ stopping: true }, ['RUNNING', 'COMPLETED']);
    expect(await wait()).toBe(true);
    expect(looks()).toBe(2);
    expect(said).toEqual([
      expect.stringMatching(/^Study beam-1 has the same name and is being stopped: .* waited for/u),
    ]);
  });

  it('is joined at once where it runs, or where no worker says how it is', async () => {
    const cause = Object.assign(new Error('no worker'), { code: 9, details: '', metadata: {} });
    for (const answer of [{ state: 'Running' }, new ServiceError('no answer', { cause })]) {
      const { wait, said, looks } = openStudy(answer, ['RUNNING']);
      expect(await wait()).toBe(false);
      expect([said, looks()]).toEqual([[], 0]);
    }
  });

  it('is left alone by a person who does not wait', async () => {
    const { wait } = openStudy({ stopping: true }, ['RUNNING'], true);
    await expect(wait()).rejects.toMatchObject({ code: 'USAGE_INTERRUPTED', exitCode: 130 });
  });
});
