/** Every file that a study keeps, in the store and in its results: changed, removed, or with a foreign one beside it, `doeflow verify` tells it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditReport } from '../../../src/audit/index.ts';
import { compiledCommandLine, doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflow, temporaryFolder } from '../../studies/run-study.ts';

const scratch = temporaryFolder(afterAll);
const results = join(scratch, 'results');

let stack: Stack;
let studyId: string;
/** The study's folder in the store, its contents, and its copy. */
let places: readonly string[];

/** Runs with cases, a template, a script, findings and a cluster; one fails until its model is mended. */
function writeStudy(folder: string): void {
  mkdirSync(folder);
  const model = (last: string): string =>
    `read x < x.txt\ncase "$x $load" in 1.[0-4]*\\ 1000) ${last};; esac\necho "y = $x" > result.txt\n`;
  writeFileSync(join(folder, 'model.sh'), model('exit 1'));
  writeFileSync(join(folder, 'mended.sh'), model('true'));
  writeFileSync(join(folder, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: kept
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 1, maxvalue: 2 } }
  - { name: load, type: Case, values: [500, 1000] }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
design: { method: latin-hypercube, runs: 2, seed: 12 }
job:
  analysis: { code: user_included, version: "0" }
  command: load=\${load} sh model.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: x.txt.in, as: x.txt }]
execution: { runsPerJob: 4, cluster: { name: kept, slots: 2, walltime: 1 }, retries: 0 }
findings:
  - { name: Mean of y, value: mean(y) }
`,
  );
}

beforeAll(async () => {
  stack = await startStack({ speed: 20 });
  const folder = join(scratch, 'kept');
  writeStudy(folder);
  const ran = await doeflow(['run', folder, '--results', results, '--json'], stack.env);
  expect(ran.stdout, ran.stderr).toContain('Finished with failures');
  ({ studyId } = JSON.parse(ran.stdout) as { studyId: string });
  cpSync(join(folder, 'mended.sh'), join(folder, 'model.sh'));
  const again = await doeflow(
    ['retry', studyId, '--failed', '--with-changes', '--wait', '2m', '--yes'],
    stack.env,
  );
  expect(again.exitCode, again.stderr).toBe(0);
  const { storeDirectory } = stack;
  places = [
    join(storeDirectory, 'studies', studyId),
    join(storeDirectory, 'objects'),
    join(results, studyId),
  ];
}, 180_000);
afterAll(() => stack.stop());

/** What an audit says: faults, notes and, where it could not even begin, the error. */
async function verify(...flags: string[]): Promise<readonly string[]> {
  const commandLine = await compiledCommandLine();
  const args = ['verify', studyId, '--json', ...flags];
  const { exitCode, stdout, stderr } = await doeflowInProcess(args, stack.env, '', { commandLine });
  if (stdout === '') return [`${exitCode} ${stderr}`];
  const { faults, notes } = JSON.parse(stdout) as AuditReport;
  return [...faults.map(({ kind, subject, message }) => `${kind} ${subject} ${message}`), ...notes];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** Another digit for the last one, else another letter: what is written still reads well. */
function changeByte(path: string): void {
  const bytes = readFileSync(path);
  const digit = bytes.findLastIndex((byte) => byte >= 48 && byte <= 57);
  const at = digit === -1 ? Math.floor(bytes.length / 2) : digit;
  bytes[at] = digit === -1 ? (bytes[at] ?? 0) ^ 1 : 48 + (((bytes[at] ?? 48) - 47) % 10);
  writeFileSync(path, bytes.length === 0 ? 'x' : bytes);
}

interface Harm {
  readonly what: 'changed' | 'removed' | 'a foreign one beside';
  readonly harm: (path: string) => void;
}

const harms: readonly Harm[] = [
  { what: 'changed', harm: changeByte },
  { what: 'removed', harm: (path) => rmSync(path) },
  {
    what: 'a foreign one beside',
    harm: (path) => cpSync(path, join(dirname(path), `foreign-${basename(path)}`)),
  },
];

/** What isn't told, each stated in docs/promises.md by these words. */
const stated: readonly {
  readonly path: RegExp;
  readonly what: Harm['what'];
  readonly words: string;
}[] = [
  {
    path: /^tickets\/.+-closed\.json$/u,
    what: 'changed',
    words: 'the time in the last `tickets/…-closed.json`',
  },
  {
    path: /^objects\//u,
    what: 'a foreign one beside',
    words: 'contents in `objects` that no study names',
  },
];

it('nothing is told of a study that nobody touched', async () => {
  expect(await verify()).toEqual([]);
}, 60_000);

it('each file of a study, changed or removed or joined by a foreign one, is told, or stated as not compared', async () => {
  const untold: string[] = [];
  const needless = new Set(stated);
  const seen: string[] = [];
  for (const place of places) {
    for (const path of filesBelow(place)) {
      const name = relative(place === places[1] ? dirname(place) : place, path);
      seen.push(name);
      for (const { what, harm } of harms) {
        const before = readFileSync(path);
        harm(path);
        const told = await verify('--offline');
        writeFileSync(path, before);
        rmSync(join(dirname(path), `foreign-${basename(path)}`), { force: true });
        const exception = stated.find((each) => each.what === what && each.path.test(name));
        if (told.length > 0) continue;
        if (exception === undefined) untold.push(`${name}: ${what}`);
        else needless.delete(exception);
      }
    }
  }
  expect(untold).toEqual([]);
  expect([...needless]).toEqual([]);
  // The study has all kinds of records: none was left out for want of it.
  for (const kind of [
    ...[/^jobs\/1\/param-1\.csv$/u, /^jobs\/1\/case-1\.csv$/u, /^jobs\/2-retry\.json$/u],
    ...[/^jobs\/1-hours\.json$/u, /^jobs\/1-cluster\.json$/u, /^clusters\/1\.json$/u],
    ...[
      /^revisions\/2\.json$/u,
      /^uploads\//u,
      /^findings\/.+\.json$/u,
      /^tickets\/.+-asked\.json$/u,
    ],
    ...[/^checkpoint\.json$/u, /^report\.html$/u, /^runs\/\d\/2\/result\.txt$/u, /^ledger\//u],
  ]) {
    expect(seen).toContainEqual(expect.stringMatching(kind));
  }
}, 600_000);

it('what it says as not compared stands in the promises', () => {
  const promises = readFileSync('docs/promises.md', 'utf8');
  for (const { words } of stated) expect(promises).toContain(words);
});
