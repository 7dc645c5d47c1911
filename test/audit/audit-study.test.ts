/** An audit of a recorded study that is whole, and after each thing that can go wrong with it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AuditReport } from '../../src/audit/index.ts';
import { describeAudit } from '../../src/cli/studies/describe-audit.ts';
import { layout, type LedgerEntry } from '../../src/store/index.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { recordScene, toldIn } from './audited-scene.ts';
import { edit, pagesWith, type Damage } from './damage.ts';
import { damagesOfFiles } from './damages-of-files.ts';
import { damagesOfJobs } from './damages-of-jobs.ts';
import { damagesOfPlatform, deepDamages } from './damages-of-platform.ts';
import { damagesOfRecords } from './damages-of-records.ts';
import { studyId } from './recorded-study.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { recorded, aside, restore, auditAfter } = recordScene();

it('finds nothing in a study that nobody touched, however deep it looks', async () => {
  for (const isDeep of [false, true]) {
    const report = await auditAfter(() => undefined, { isDeep, analysed: true });
    expect(toldIn(report)).toEqual([]);
    expect(report).toMatchObject({
      ...{ clean: true, platform: 'whole', goneJobs: 0, runsBegunAgain: 0 },
      ...{ runs: 4, runsEnded: 4, attempts: 5, jobs: 3, submits: 3, clusters: 1, values: 4 },
      ...{ platformCopies: isDeep ? 'read' : 'checksums', platformFiles: isDeep ? 8 : 0 },
    });
  }
});

it.each([
  ['Stopped,stopped', 'as this version does', []],
  ['Failed,stopped', 'as earlier versions did', []],
  ['Failed,exit-code', 'as one that failed', ['contradiction runs.csv']],
])('finds runs.csv to tell %s of a run that was stopped, %s', async (told, _, faults) => {
  const report = await auditAfter(
    ({ kept }) => {
      edit(join(kept, 'outcomes/2.ndjson'), '"exit-code"', '"stopped"');
      if (told !== 'Failed,exit-code') edit(join(kept, 'runs.csv'), 'Failed,exit-code', told);
    },
    { hasHashes: false },
  );
  const contradictions = report.faults.filter(({ kind }) => kind === 'contradiction');
  const found = contradictions.map(({ kind, subject }) => `${kind} ${subject}`);
  expect(found.filter((text) => text.endsWith(' runs.csv'))).toEqual(faults);
});

describe('it tells and names', () => {
  const all = [...damagesOfFiles, ...damagesOfRecords, ...damagesOfJobs, ...damagesOfPlatform];
  it.each(all)('$what', async ({ harm, told, as, analysed = false }) => {
    const report = await auditAfter(harm, { analysed });
    expect(toldIn(report)).toContainEqual(expect.stringMatching(told));
    if (as === 'fault') expect(report.clean).toBe(false);
  });

  it.each(deepDamages)('$what, where it reads them', async ({ harm, told }) => {
    const report = await auditAfter(harm, { isDeep: true });
    expect(toldIn(report)).toContainEqual(expect.stringMatching(told));
    expect(report.clean).toBe(false);
  });
});

describe('of a study that has no hashes of its records, it tells and names', () => {
  const all = [...damagesOfFiles, ...damagesOfRecords];
  it.each(all.filter(({ byHashOnly }) => byHashOnly !== true))(
    '$what',
    async ({ harm, told, analysed = false }) => {
      const report = await auditAfter(harm, { hasHashes: false, analysed });
      expect(toldIn(report)).toContainEqual(expect.stringMatching(told));
    },
  );
});

it.each([
  ['as its end told it', (text: string) => text, []],
  [
    'and 1 more',
    (text: string) =>
      text.replace(/("high": ?)([\d.]+)/u, (_, head, high) => `${head}${Number(high) + 1}`),
    [expect.stringContaining('summary.json: cost')],
  ],
])(
  'a cluster may end after the summary, and before the list of records: the cost %s',
  async (_, change, told) => {
    const report = await auditAfter(
      ({ kept }) => {
        const life = JSON.stringify({ coreHours: 5 });
        writeFileSync(join(kept, 'clusters', 'C1-life.json'), life);
        const path = join(kept, 'summary.json');
        writeFileSync(path, change(readFileSync(path, 'utf8')));
        const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
        const records = join(kept, 'records.json');
        const { files, ...rest } = JSON.parse(readFileSync(records, 'utf8')) as {
          readonly files: Readonly<Record<string, string>>;
        };
        const now = {
          ...files,
          'clusters/C1-life.json': sha256(life),
          ...('summary.json' in files
            ? { 'summary.json': sha256(readFileSync(path, 'utf8')) }
            : {}),
        };
        writeFileSync(records, JSON.stringify({ ...rest, files: now }));
      },
      { analysed: true },
    );
    expect(toldIn(report).filter((one) => one.includes('cost'))).toEqual(told);
  },
);

it('calls jobs gone that ran and that the platform shows no longer, and counts runs that it began again', async () => {
  const told = (what: string): Damage['harm'] => {
    const damage = damagesOfJobs.find((each) => each.what === what);
    return damage?.harm ?? (() => expect.unreachable(what));
  };
  expect(await auditAfter(told('a job of the study that was deleted'))).toMatchObject({
    ...{ clean: true, goneJobs: 1, platform: 'partly' },
  });
  const again = await auditAfter(told('a run that was begun again as the runner died'));
  expect(again).toMatchObject({ clean: true, runsBegunAgain: 1, platform: 'whole' });
  const without = await auditAfter(({ shown }) => void (shown.ledger = undefined));
  expect(without).toMatchObject({ clean: true, runsBegunAgain: null });
});

/** Without these nothing can be planned again, which is an error that names them. */
const needed = [/\/snapshot\.json$/u, /\/status\.json$/u];

it('a folder or a named pipe in the place of a file is one fault beside the others', async () => {
  const { root } = recorded().kept;
  const studyFile = readFileSync(join(root, 'store', 'studies', studyId, 'snapshot.json'), 'utf8');
  const places = [join('store', 'studies'), join('store', 'objects'), 'results'];
  const files = places.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .map((name) => join(place, name))
      .filter((name) => lstatSync(join(aside(), name)).isFile())
      .filter((name) => !needed.some((pattern) => pattern.test(name)))
      .filter((name) => !studyFile.includes(basename(name)) || place !== places[1])
      .sort(),
  );
  // One of each kind: records in numbered pages are read alike.
  const kinds = new Map(files.map((name) => [name.replace(/\d+/gu, '#'), name]));
  const wrong: string[] = [];
  for (const [index, name] of [...kinds.values()].entries()) {
    const report = await auditAfter(({ kept }) => {
      rmSync(join(root, name));
      if (index % 2 === 0) mkdirSync(join(root, name));
      else execFileSync('mkfifo', [join(root, name)]);
      rmSync(join(kept, 'ledger'), { recursive: true, force: true });
    }).catch((error: unknown) => String(error));
    restore();
    if (typeof report === 'string') wrong.push(`${name}: ${report}`);
    else if (report.faultCount < 2) wrong.push(`${name}: ${toldIn(report).join('; ')}`);
  }
  expect(wrong).toEqual([]);
  expect(kinds.size).toBeGreaterThan(20);
});

const isSubmit = (entry: LedgerEntry): boolean =>
  entry.kind === 'effect' && entry.what === 'submit-job';

it('a submit that a later look found is confirmed as well, and its runs must have outcomes', async () => {
  const found: Damage['harm'] = ({ kept }) => {
    for (const page of pagesWith(kept, isSubmit)) {
      const text = readFileSync(page, 'utf8');
      writeFileSync(page, text.replaceAll('"sent"', '"found"'));
    }
  };
  const report = await auditAfter(found, { hasHashes: false });
  expect(report).toMatchObject({ clean: true, jobs: 3, submits: 3, submitsFound: 3 });
  expect(JSON.stringify(describeAudit(studyId, report).human)).toContain(
    '3 created, 3 submits confirmed (3 by a later look)',
  );
  restore();
  const lost = await auditAfter(
    (scene) => {
      found(scene);
      rmSync(join(scene.kept, 'outcomes', '2.ndjson'));
    },
    { hasHashes: false },
  );
  expect(toldIn(lost)).toContainEqual(expect.stringMatching(/missing job 2 \(J2\) was submitted/u));
});

it('a run that was paid for and left no proof of its end is noted with what became of it', async () => {
  const report = await auditAfter(
    ({ kept }) => {
      const path = join(kept, 'outcomes', '2.ndjson');
      const message = 'the platform says: Run 2 uncollected: no folder';
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace('"exit-code"', `"cut","message":"${message}"`));
    },
    { hasHashes: false },
  );
  expect(report.notes[0]).toBe(
    '1 attempt of a run was paid for and left no result: cut: the platform says: Run 2 uncollected: no folder (such as run 4)',
  );
});

/** Changes the last SHA-256 that the text names. */
function changeLastHash(path: string): void {
  const text = readFileSync(path, 'utf8');
  const [hash = ''] = text.match(/[0-9a-f]{64}/gu)?.slice(-1) ?? [];
  const other = `${hash.slice(0, -1)}${hash.endsWith('1') ? '2' : '1'}`;
  writeFileSync(path, text.replaceAll(hash, other));
}

it('a changed hash in the record of what was planned is told as that, and no file as missing', async () => {
  const { root, folder } = recorded().kept;
  changeLastHash(join(root, 'store', 'studies', studyId, 'snapshot.json'));
  const verify = () =>
    doeflowInProcess(['verify', studyId, '--offline', '--json'], { DOEFLOW_HOME: root });
  const { exitCode, stdout, stderr } = await verify();
  expect(exitCode, stderr).toBe(3);
  const report = JSON.parse(stdout) as AuditReport;
  expect(toldIn(report)).toEqual([
    expect.stringMatching(
      /^changed snapshot\.json expected SHA-256 [0-9a-f]{64} as the end left it/u,
    ),
    expect.stringMatching(/^by snapshot\.json as changed the study can't be planned again/u),
    expect.stringMatching(/^file .+ was not compared: snapshot\.json, which was changed/u),
  ]);
  expect(report).toMatchObject({ runs: 4, runsEnded: 4, attempts: 5, platform: 'not asked' });
  // What needs no plan is compared all the same.
  writeFileSync(join(root, 'store', 'studies', studyId, 'runs', '1', '1', 'out.txt'), 'y = 9\n');
  expect((await verify()).stdout).toContain('"subject": "run 1: out.txt"');
  // A file that is gone with its record as it was: nothing to audit.
  restore();
  const { studyFile } = await folder.read(layout.snapshot);
  rmSync(join(root, 'store', 'objects', studyFile.sha256.slice(0, 2), studyFile.sha256));
  expect((await verify()).stderr).toMatch(/a file that study .* ran with is missing/u);
});

it('a changed hash in a job’s record makes no file missing', async () => {
  const report = await auditAfter(({ kept }) => changeLastHash(join(kept, 'jobs', '1.json')));
  expect(toldIn(report)).toContainEqual(expect.stringMatching(/^changed jobs\/1\.json/u));
  expect(toldIn(report)).not.toContainEqual(expect.stringMatching(/^missing/u));
});
