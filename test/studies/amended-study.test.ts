/** A finished study that is amended: it pays for what is added alone, and reads new outputs from what it has collected. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder, type CommandEnd, type EndedStudy } from './run-study.ts';

type Row = Readonly<Record<string, string>>;

const studyText = `name: amended-study
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: monte-carlo, runs: 20, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [solve.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
execution: { runsPerJob: 10 }
`;

describe('a study that is amended', () => {
  const stack = sharedStack();
  const folder = temporaryFolder(afterAll);
  let studyId = '';
  let resultsDir = '';

  const table = (name: string): Row[] =>
    parse(readFileSync(join(resultsDir, name), 'utf8'), { columns: true });

  /** Runs that the platform has, over all jobs of the account that bear the study's name. */
  async function runsOnPlatform(): Promise<number> {
    const jobs = new Set(table('runs.csv').map(({ platformJob }) => platformJob ?? ''));
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

  /** The study's folder with another study file. */
  function changed(name: string, change: (text: string) => string): string {
    const place = join(folder, name);
    cpSync(join(folder, 'study'), place, { recursive: true });
    writeFileSync(join(place, 'study.yaml'), change(studyText));
    return place;
  }

  const amend = (path: string, ...more: readonly string[]): Promise<CommandEnd> =>
    doeflow(['amend', studyId, path, '--json', ...more], stack.env);

  const grown = (text: string): string => text.replace('runs: 20,', 'runs: 20, extend: [4],');

  beforeAll(async () => {
    const place = join(folder, 'study');
    mkdirSync(place);
    writeFileSync(join(place, 'study.yaml'), studyText);
    writeFileSync(join(place, 'in.txt.in'), '${x}\n');
    writeFileSync(
      join(place, 'solve.sh'),
      'read x < in.txt\n{ echo "y = $x"; echo "z = 1$x"; } > out.txt\n',
    );
    const run = ['run', place, '--results', join(folder, 'results'), '--json'];
    const end = await doeflow(run, stack.env);
    expect(end.exitCode, end.stderr).toBe(0);
    ({ studyId, resultsDir } = JSON.parse(end.stdout) as EndedStudy['printed']);
  });

  it('is shown what would be added and what that costs, and changes nothing', async () => {
    const end = await amend(changed('grown', grown), '--plan');
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      revision: 1,
      applied: null,
      added: { first: 21, last: 24, runs: 4, jobs: 1 },
      refused: [],
      more: { coreHours: { high: 2 } },
    });
    expect(table('results.csv')).toHaveLength(20);
  });

  it.each([
    ['other rows', (text: string) => text.replace('seed: 1', 'seed: 2'), 'design.seed: 1 -> 2'],
    [
      'hardware that the platform has not',
      (text: string) => text.replace('coreType: emerald', 'coreType: emeralds'),
      'The platform has no core type',
    ],
    ['fewer runs', (text: string) => text.replace('runs: 20', 'runs: 16'), 'runs: 20 -> 16'],
  ])('is refused %s, with the reason and what to do', async (name, change, words) => {
    const path = changed(name, change);
    const plan = await amend(path, '--plan');
    expect(plan.exitCode).toBe(5);
    const apply = await amend(path, '--apply', '--yes');
    expect(apply.exitCode).toBe(5);
    expect(apply.stderr).toContain(words);
    expect(apply.stderr).toContain('reuse: true');
    expect(await runsOnPlatform()).toBe(20);
  });

  it('asks before it is amended, and says how to agree where nobody can be asked', async () => {
    const end = await amend(join(folder, 'grown'), '--apply');
    expect(end.exitCode).toBe(5);
    expect(end.stderr).toContain('repeat the command with --yes');
  });

  it('pays for 4 runs where 20 became 24, and says which revision each ran with', async () => {
    const before = table('results.csv');
    const more = ['--apply', '--yes', '--on', '1', '--why', 'more points'];
    const end = await amend(join(folder, 'grown'), ...more);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      status: 'Finished',
      runs: { total: 24, done: 24 },
      amendment: { applied: 2 },
    });
    expect(await runsOnPlatform()).toBe(24);
    const after = table('results.csv');
    expect(after.slice(0, 20).map(({ run, x, y }) => ({ run, x, y }))).toEqual(
      before.map(({ run, x, y }) => ({ run, x, y })),
    );
    expect(after.map(({ revision }) => revision)).toEqual([
      ...Array.from({ length: 20 }, () => '1'),
      ...Array.from({ length: 4 }, () => '2'),
    ]);
  });

  it('is amended once where it is asked for twice', async () => {
    const end = await amend(join(folder, 'grown'), '--apply', '--yes');
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({ equal: true, revision: 2 });
    expect(await runsOnPlatform()).toBe(24);
  });

  it('refuses what was compared with an older state', async () => {
    const path = changed('later', (text) => grown(text).replace('extend: [4]', 'extend: [4, 4]'));
    const end = await amend(path, '--apply', '--yes', '--on', '1');
    expect(end.exitCode).toBe(5);
    expect(end.stderr).toContain('was amended or mended meanwhile');
  });

  it('reads a new output from the collected files, and runs nothing', async () => {
    const path = changed('outputs', (text) =>
      grown(text).replace(
        'design:',
        '  - { name: z, type: Output, from: { file: out.txt, key: z } }\n  - { name: sum, type: Objective, goal: minimize, expression: y + z }\ndesign:',
      ),
    );
    const end = await amend(path, '--apply', '--yes');
    expect(end.exitCode, end.stderr).toBe(0);
    expect(await runsOnPlatform()).toBe(24);
    for (const { y, z, sum } of table('results.csv')) {
      expect(Number(z)).toBe(10 + Number(y));
      expect(Number(sum)).toBeCloseTo(10 + 2 * Number(y), 12);
    }
  });

  it('is told in status, and audited clean', async () => {
    const status = await doeflow(['status', studyId, '--json'], stack.env);
    const { amendments } = JSON.parse(status.stdout) as { amendments: readonly object[] };
    expect(amendments).toMatchObject([
      { revision: 2, why: 'more points', changes: expect.arrayContaining(['runs: 20 -> 24']) },
      { revision: 3, why: null },
    ]);
    const verify = await doeflow(['verify', studyId, '--json'], stack.env);
    expect(verify.exitCode, verify.stdout).toBe(0);
    expect(readdirSync(resultsDir)).toContain('results.csv');
  });

  /** The study as it stands, with another script. */
  function withScript(name: string, script: string): string {
    const place = join(folder, name);
    cpSync(join(folder, 'outputs'), place, { recursive: true });
    writeFileSync(join(place, 'solve.sh'), script);
    return place;
  }

  const rowsOf = (...runs: readonly string[]): Row[] =>
    table('results.csv').filter(({ run = '' }) => runs.includes(run));

  it('runs chosen runs again as amended, once, and keeps their number and inputs', async () => {
    const script = 'read x < in.txt\n{ echo "y = 5$x"; echo "z = 1$x"; } > out.txt\n';
    const path = withScript('again', script);
    const plan = await amend(path, '--plan', '--rerun', '3,7-9');
    expect(JSON.parse(plan.stdout)).toMatchObject({ again: [3, 7, 8, 9], refused: [] });
    const before = table('results.csv');
    const end = await amend(path, '--apply', '--yes', '--rerun', '3,7-9');
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({
      status: 'Finished',
      runs: { total: 24, done: 24, failed: 0 },
    });
    const again = rowsOf('3', '7', '8', '9');
    expect(again.map(({ revision }) => revision)).toEqual(['4', '4', '4', '4']);
    for (const { x, y } of again) expect(Number(y)).toBe(50 + Number(x));
    expect(table('results.csv').map(({ x }) => x)).toEqual(before.map(({ x }) => x));
    expect(await runsOnPlatform()).toBe(28);
    const equal = await amend(path, '--apply', '--yes', '--rerun', '3,7-9');
    expect(JSON.parse(equal.stdout), equal.stderr).toMatchObject({ equal: true, revision: 4 });
    expect(await runsOnPlatform()).toBe(28);
  });

  it('refuses runs that ran so already, or that the study does not have', async () => {
    const end = await amend(join(folder, 'again'), '--apply', '--yes', '--rerun', '3,99');
    expect(end.exitCode).toBe(5);
    expect(end.stderr).toContain('run again: 99: they have not run');
  });

  it('keeps the result of a run that fails anew, says so, and pays once', async () => {
    const path = withScript('failing', 'exit 3\n');
    const [before] = rowsOf('3');
    const end = await amend(path, '--apply', '--yes', '--rerun-where', 'run == 3');
    expect(end.stdout, end.stderr).toContain('1 run that ran again failed (3)');
    expect(rowsOf('3')).toEqual([before]);
    expect(JSON.parse(end.stdout)).toMatchObject({ runs: { done: 24, failed: 0 } });
    const verify = await doeflow(['verify', studyId, '--json'], stack.env);
    expect(verify.exitCode, verify.stdout).toBe(0);
  });

  it('takes findings back: the fields are cleared on its jobs, and the audit is clean', async () => {
    const [{ platformJob = '' } = {}] = table('runs.csv');
    const fieldOf = async (): Promise<unknown> => {
      const answer = await fetch(
        new URL(`api/v2/jobs/${platformJob}/custom-fields/`, stack.platformUrl),
        { headers: stack.platformHeaders },
      );
      return ((await answer.json()) as Record<string, { value: unknown }>)['Best']?.value;
    };
    const before = readFileSync(join(folder, 'failing', 'study.yaml'), 'utf8');
    const place = join(folder, 'failing');
    const finding = 'findings: [{ name: Best, value: "max(y)" }]\n';
    writeFileSync(join(place, 'study.yaml'), before + finding);
    const given = await amend(place, '--apply', '--yes');
    expect(given.exitCode, given.stderr).toBe(0);
    expect(Number(await fieldOf())).toBeGreaterThan(0);
    writeFileSync(join(place, 'study.yaml'), before);
    const back = await amend(place, '--apply', '--yes');
    expect(back.exitCode, back.stderr).toBe(0);
    expect(await fieldOf()).toBeNull();
    const verify = await doeflow(['verify', studyId, '--json'], stack.env);
    expect(verify.exitCode, verify.stdout).toBe(0);
  });

  it('may be given a limit below what it has cost, by the plan and by the amendment alike', async () => {
    const place = join(folder, 'failing');
    const before = readFileSync(join(place, 'study.yaml'), 'utf8');
    writeFileSync(
      join(place, 'study.yaml'),
      before.replace('runsPerJob: 10', 'runsPerJob: 10, maxCost: 0.0001'),
    );
    const plan = await amend(place, '--plan');
    expect(JSON.parse(plan.stdout), plan.stderr).toMatchObject({
      refused: [],
      budget: expect.stringContaining('nothing more is started as it stands'),
    });
    const end = await amend(place, '--apply', '--yes');
    expect(end.exitCode, end.stderr).toBe(0);
    const verify = await doeflow(['verify', studyId, '--json'], stack.env);
    expect(verify.exitCode, verify.stdout).toBe(0);
  });
});
