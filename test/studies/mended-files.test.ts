/** A study a third of whose runs fail over a fault in a file; the file is mended, and those runs run again with it, and no others. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder, type CommandEnd, type EndedStudy } from './run-study.ts';

type Row = Readonly<Record<string, string>>;

const broken = `read x < in.txt
if [ $((x % 3)) = 0 ]; then echo 'mesh inverted'; exit 3; fi
echo "y = $((x * 10))" > out.txt
`;
const mended = `read x < in.txt
echo "y = $((x * 10 + 1))" > out.txt
`;

describe('a study whose files were mended', () => {
  const stack = sharedStack();
  const folder = temporaryFolder(afterAll);
  const inFolder = (name: string): string => join(folder, 'study', name);
  let studyId = '';
  let resultsDir = '';

  const table = (name: string): Row[] =>
    parse(readFileSync(join(resultsDir, name), 'utf8'), { columns: true });
  const revisions = (): unknown[] => table('results.csv').map(({ revision }) => revision);

  /** Runs that the platform started, over all jobs. */
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

  async function retry(...more: readonly string[]): Promise<CommandEnd & { json: EndedStudy }> {
    const end = await doeflow(['retry', studyId, '--failed', '--json', ...more], stack.env);
    return { ...end, json: (end.stdout === '' ? {} : JSON.parse(end.stdout)) as EndedStudy };
  }

  beforeAll(async () => {
    mkdirSync(join(folder, 'study'));
    writeStudy(inFolder);
    const run = ['run', join(folder, 'study'), '--results', join(folder, 'results'), '--json'];
    const end = await doeflow(run, stack.env);
    expect(end.exitCode, end.stderr).toBe(0);
    ({ studyId, resultsDir } = JSON.parse(end.stdout) as EndedStudy['printed']);
  });

  it('says which files differ, and does not use them', async () => {
    expect(Object.keys(table('results.csv')[0] ?? {})).not.toContain('revision');
    writeFileSync(inFolder('solve.sh'), mended);
    const end = await retry();
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr).toMatch(/1 file differs in .*NOT with the changed ones/u);
    expect(end.stderr).toMatch(/solve\.sh changed \([0-9a-f]{8} to [0-9a-f]{8}\)/u);
    expect(end.stderr).toContain(`doeflow retry ${studyId} --failed --with-changes`);
    expect(end.json).toMatchObject({
      runs: { total: 6, done: 4, failed: 2 },
      files: {
        revision: 1,
        changes: [{ path: 'solve.sh', change: 'changed' }],
        changesUsed: false,
      },
    });
    expect(await runsOnPlatform()).toBe(8);
  });

  it('refuses what only a new study can have, with the reason, and runs nothing', async () => {
    const text = readFileSync(inFolder('study.yaml'), 'utf8');
    writeFileSync(inFolder('study.yaml'), text.replace('slots: 2', 'slots: 4'));
    const end = await retry('--with-changes');
    writeFileSync(inFolder('study.yaml'), text);
    expect(end.exitCode).toBe(5);
    expect(end.stderr).toContain('job.hardware.slots: only the walltime may be mended');
    expect(await runsOnPlatform()).toBe(8);
  });

  it('asks before it pays for changed files, and says how to agree where nobody can be asked', async () => {
    const end = await retry('--with-changes');
    expect(end.exitCode).toBe(5);
    expect(end.stderr).toContain('To confirm, repeat the command with --yes');
    expect(await runsOnPlatform()).toBe(8);
  });

  it('runs only the failed runs with the changed files, and says which is which', async () => {
    const end = await retry('--with-changes', '--yes');
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr).toMatch(/2 failed runs again, in 1 job; cost at most [\d.]+ USD/u);
    expect(end.json).toMatchObject({
      status: 'Finished',
      runs: { total: 6, done: 6, failed: 0 },
      files: { revision: 2, changesUsed: true },
    });
    expect(table('results.csv').map(({ y }) => y)).toEqual(['10', '20', '31', '40', '50', '61']);
    expect(revisions()).toEqual(['1', '1', '2', '1', '1', '2']);
    const counted = table('runs.csv').map(({ run, revision }) => `${run}:${revision}`);
    expect(counted.sort()).toEqual(
      ['1:1', '2:1', '3:1', '3:1', '3:2', '4:1', '5:1', '6:1', '6:1', '6:2'].sort(),
    );
    expect(await runsOnPlatform()).toBe(10);
  });

  it('keeps both, tells of them, and shows each run as it ran', async () => {
    const manifest = JSON.parse(readFileSync(join(resultsDir, 'manifest.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({
      revisions: [{ revision: 2, changes: [{ path: 'solve.sh', change: 'changed' }] }],
    });
    const say = async (...args: string[]): Promise<string> =>
      (await doeflow([...args, '--json'], stack.env)).stdout;
    const [status, first, third, runs] = await Promise.all([
      say('status', studyId),
      say('render', studyId, '1'),
      say('render', studyId, '3'),
      say('runs', studyId),
    ]);
    expect(status).toMatch(/revision 2 of the study's files: solve\.sh changed/u);
    expect(rendered(first)).toEqual([1, broken.length]);
    expect(rendered(third)).toEqual([2, mended.length]);
    expect((JSON.parse(runs) as Row[]).map(({ revision }) => revision)).toEqual([1, 1, 2, 1, 1, 2]);
  });

  it('warns wherever its results are told that they come from different files', async () => {
    const summary = JSON.parse(readFileSync(join(resultsDir, 'summary.json'), 'utf8')) as {
      warnings: readonly string[];
    };
    const mixed = /4 runs with the study's own files, 2 runs with revision 2/u;
    expect(summary.warnings).toContainEqual(expect.stringMatching(mixed));
    const analysed = join(folder, 'analysed.json');
    const [{ stdout: analyze }, { stderr: results, stdout: dakota }] = await Promise.all([
      doeflow(['analyze', studyId, '--to', analysed], stack.env),
      doeflow(['results', studyId, '--format', 'dakota'], stack.env),
    ]);
    expect(analyze.replace(/\s+/gu, ' ')).toMatch(mixed);
    expect(results).toMatch(mixed);
    expect(dakota.split('\n')[0]?.trim().split(/\s+/u)).toEqual([
      ...['%eval_id', 'interface', 'x', 'y'],
    ]);
  });

  it.each([
    ['the mended files', mended, "The files here are revision 2 of the study's files"],
    ['its own files', broken, "the files here are the study's own files"],
  ])('is not paid for once more by a run of %s', async (_, text, told) => {
    writeFileSync(inFolder('solve.sh'), text);
    const run = ['run', join(folder, 'study'), '--results', join(folder, 'results'), '--json'];
    const end = await doeflow(run, stack.env);
    expect(end.exitCode).toBe(5);
    expect(end.stderr).toContain(`This plan was run before: study ${studyId}`);
    expect(end.stderr).toContain(
      "done are 4 runs with the study's own files, 2 runs with revision 2 of the study's files",
    );
    expect(end.stderr.toLowerCase()).toContain(told.toLowerCase());
    expect(await runsOnPlatform()).toBe(10);
  });
});

/** Revision of a rendered run, and the size of its solve.sh. */
function rendered(json: string): readonly unknown[] {
  const { revision, files } = JSON.parse(json) as {
    revision: number;
    files: readonly { name: string; bytes: number }[];
  };
  return [revision, files.find(({ name }) => name === 'solve.sh')?.bytes];
}

function writeStudy(place: (name: string) => string): void {
  writeFileSync(place('solve.sh'), broken);
  writeFileSync(place('in.txt.in'), '${x}\n');
  writeFileSync(
    place('study.yaml'),
    `name: mended-files
variables:
  - { name: x, type: Param }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: table, file: points.csv }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [solve.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
execution: { maxFailedRuns: 6 }
`,
  );
  writeFileSync(place('points.csv'), 'x\n1\n2\n3\n4\n5\n6\n');
}
