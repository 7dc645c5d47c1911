/** A study that extends another one: what that has run isn't paid for again, and every reader is told so. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder, type CommandEnd } from './run-study.ts';

type Row = Readonly<Record<string, string>>;

/** A study of the runs 1 to `last`, whose names and values are its own, as the store is shared. */
const studyFile = (name: string, last: number, execution: string): string => `name: ${name}
variables:
  - name: x
    type: Param
    generator: Linspace
    settings: { minvalue: 1, maxvalue: ${last}, count: ${last} }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh \${x}
  inputFiles: [solve.sh]
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
execution: { ${execution} }
`;

const sharing = 'reuse: true';

describe('a study that extends another', () => {
  const stack = sharedStack();
  const folder = temporaryFolder(afterAll);
  const ids: Record<string, string> = {};
  let places: Record<string, string> = {};

  async function command(...args: readonly string[]): Promise<CommandEnd & { json: never }> {
    const end = await doeflow([...args, '--json'], stack.env);
    return { ...end, json: (end.stdout === '' ? {} : JSON.parse(end.stdout)) as never };
  }

  function place(name: string, last: number, execution: string): string {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'solve.sh'), 'echo "y = $(($1 * 7))" > out.txt\n');
    writeFileSync(join(folder, name, 'study.yaml'), studyFile(name, last, execution));
    return join(folder, name);
  }

  async function run(name: string, last: number, execution: string): Promise<CommandEnd> {
    const end = await command(
      ...['run', place(name, last, execution), '--results', join(folder, 'results')],
    );
    expect(end.exitCode, end.stderr).toBe(0);
    const { studyId, resultsDir } = end.json as { studyId: string; resultsDir: string };
    ids[name] = studyId;
    places = { ...places, [name]: resultsDir };
    return end;
  }

  const table = (name: string, file: string): Row[] =>
    parse(readFileSync(join(places[name] ?? '', file), 'utf8'), { columns: true });

  /** Runs that the platform started for a study. */
  async function runsPaid(name: string): Promise<number> {
    const jobs = new Set(table(name, 'runs.csv').map(({ platformJob }) => platformJob ?? ''));
    jobs.delete('');
    const counts = await Promise.all(
      [...jobs].map(async (job) => {
        const answer = await fetch(new URL(`api/v2/jobs/${job}/runs/`, stack.platformUrl), {
          headers: stack.platformHeaders,
        });
        return ((await answer.json()) as { count: number }).count;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  beforeAll(async () => {
    await run('reuse-base', 6, '');
  });

  it('is told by its plan what it won’t pay for', async () => {
    const end = await command('plan', place('reuse-more', 8, 'reuse: true'));
    expect(end.json).toMatchObject({
      ...{ runs: 8, jobs: 1, jobSizes: [2] },
      reused: { runs: 6, from: [{ studyId: ids['reuse-base'], runs: 6 }] },
    });
  });

  it('pays for the further runs alone', async () => {
    await run('reuse-more', 8, 'reuse: true');
    expect(await runsPaid('reuse-more')).toBe(2);
    expect(table('reuse-more', 'results.csv').map(({ y, reusedFrom }) => [y, reusedFrom])).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((run) => [String(7 * run), `${ids['reuse-base'] ?? ''}/${run}`]),
      ['49', ''],
      ['56', ''],
    ]);
    const summary = readFileSync(join(places['reuse-more'] ?? '', 'summary.json'), 'utf8');
    expect(JSON.parse(summary)).toMatchObject({ runs: { total: 8, done: 8, reused: 6 } });
  });

  it('is verified, with the records of the study that paid', async () => {
    const end = await command('verify', ids['reuse-more'] ?? '');
    expect(end.json).toMatchObject({ clean: true, reused: 6, submits: 1, faults: [] });
  });

  it('that has nothing left to run submits no job', async () => {
    await run('reuse-all', 4, 'reuse: true, canary: 1, runsPerJob: 1');
    expect(await runsPaid('reuse-all')).toBe(0);
    const end = await command('verify', ids['reuse-all'] ?? '');
    expect(end.json).toMatchObject({ clean: true, reused: 4, submits: 0 });
  });

  it('has its canary tested by what it runs itself', async () => {
    await run('reuse-canary', 12, 'reuse: true, canary: 1, runsPerJob: 2');
    const jobs = table('reuse-canary', 'runs.csv').map(({ job }) => job);
    expect(jobs).toEqual(['', '', '', '', '', '', '', '', '1', '2', '2', '3']);
  });

  it('and another one that overlaps, started together, pay for the union', async () => {
    const twoStudies = [run('reuse-left', 40, sharing), run('reuse-right', 60, sharing)];
    await Promise.all(twoStudies);
    // Each has the inputs 1 to 40; what the base studies ran is reused by both.
    const paid = (await runsPaid('reuse-left')) + (await runsPaid('reuse-right'));
    expect(paid).toBe(60 - 12);
    for (const name of ['reuse-left', 'reuse-right']) {
      const end = await command('verify', ids[name] ?? '');
      expect(end.json).toMatchObject({ clean: true, faults: [] });
      const wrong = table(name, 'results.csv').filter(({ x, y }) => Number(y) !== 7 * Number(x));
      expect(wrong).toEqual([]);
    }
  });

  it('says why a run was run, or wasn’t', async () => {
    const reused = await command('why', `${ids['reuse-more'] ?? ''}/3`);
    expect(reused.json).toMatchObject({
      reusedFrom: { studyId: ids['reuse-base'], run: 3 },
      compared: { differs: [] },
    });
    const with5 = ['--with', `${ids['reuse-base'] ?? ''}/5`];
    const paid = await command('why', `${ids['reuse-more'] ?? ''}/8`, ...with5);
    expect(paid.json).toMatchObject({
      compared: { run: 5, differs: [{ part: 'input x', here: '8', there: '5' }] },
    });
    writeFileSync(join(folder, 'reuse-more', 'solve.sh'), 'echo y = 1 > out.txt\n');
    const words = await doeflow(['why', `${join(folder, 'reuse-more')}/3`], stack.env);
    expect(words.stdout).toMatch(
      /Run 3 differs from \S+\/3 in 1 part:\n +input file solve\.sh: another content \(SHA-256/u,
    );
  });

  it('refuses a run that there is none of', async () => {
    const end = await doeflow(['why', `${ids['reuse-base'] ?? ''}/7`], stack.env);
    expect(end).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('runs 1 to 6') });
    expect((await doeflow(['why', 'reuse-base'], stack.env)).exitCode).toBe(2);
  });
});
