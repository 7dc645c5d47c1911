/** `doeflow verify` on a study that is whole, and after each thing that it must tell was done to it. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditFault, AuditReport } from '../../../src/audit/index.ts';
import { writeChaosStudy } from '../../chaos/chaos-study.ts';
import { compiledCommandLine, doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflow, temporaryFolder } from '../../studies/run-study.ts';

const scratch = temporaryFolder(afterAll);
const results = join(scratch, 'results');

interface Audited {
  readonly stack: Stack;
  readonly studyId: string;
  /** The study's folder in the store. */
  readonly kept: string;
}

let audited: Audited;

beforeAll(async () => {
  const stack = await startStack({ speed: 20 });
  const { folder } = writeChaosStudy(join(scratch, 'audited'), 'audited', {
    ...{ runs: 6, runsPerJob: 3, runSeconds: 0 },
  });
  const { stdout, stderr } = await doeflow(
    ['run', folder, '--results', results, '--json'],
    stack.env,
  );
  const { studyId } = JSON.parse(stdout || `{"studyId": ${JSON.stringify(stderr)}}`) as Audited;
  audited = { stack, studyId, kept: join(stack.storeDirectory, 'studies', studyId) };
}, 120_000);
afterAll(() => audited.stack.stop());

async function verify(...flags: string[]): Promise<{ exitCode: number; report: AuditReport }> {
  const commandLine = await compiledCommandLine();
  const args = ['verify', audited.studyId, '--json', ...flags];
  const { exitCode, stdout, stderr } = await doeflowInProcess(args, audited.stack.env, '', {
    commandLine,
  });
  expect(stdout, stderr).not.toBe('');
  return { exitCode: exitCode ?? -1, report: JSON.parse(stdout) as AuditReport };
}

/** Does something to the kept files, verifies, and puts them back. */
async function verifyAfter(harm: (kept: string) => void, ...flags: string[]) {
  const { kept } = audited;
  const places = [kept, join(results, audited.studyId)];
  const asideOf = (place: number): string => join(scratch, `aside-${place}`);
  for (const [index, place] of places.entries()) cpSync(place, asideOf(index), { recursive: true });
  try {
    harm(kept);
    return await verify(...flags);
  } finally {
    for (const [index, place] of places.entries()) {
      rmSync(place, { recursive: true });
      cpSync(asideOf(index), place, { recursive: true });
      rmSync(asideOf(index), { recursive: true });
    }
  }
}

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  expect(changed, path).not.toBe(text);
  writeFileSync(path, changed);
}

function kindsOf({ faults }: AuditReport): readonly AuditFault['kind'][] {
  return [...new Set(faults.map(({ kind }) => kind))].sort();
}

/** A pack of a job's runs. */
const packOf = (kept: string, job: number): string =>
  join(
    kept,
    'packs',
    readdirSync(join(kept, 'packs')).find((name) => name.startsWith(`${job}-`)) ?? '',
  );
const jobOf = (text: string): string => (JSON.parse(text) as { jobId: string }).jobId;

it('finds a study clean that was not touched, on the platform too', async () => {
  const { exitCode, report } = await verify();
  expect(report.faults).toEqual([]);
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({
    ...{ clean: true, ended: true, platform: 'whole', notes: [] },
    ...{ runs: 6, runsEnded: 6, attempts: 6, jobs: 2, submits: 2, values: 12 },
  });
  // One of each run in the store and one in the copy; study files, tables and the manifest's.
  expect(report.files).toBeGreaterThan(12);
  const offline = await verify('--offline');
  expect(offline.report).toMatchObject({ clean: true, platform: 'not asked' });
  expect(offline.exitCode).toBe(0);
}, 60_000);

interface Harm {
  readonly what: string;
  readonly harm: (kept: string) => void;
  readonly kinds: readonly AuditFault['kind'][];
  /** Found in what is told of the first fault. */
  readonly told: RegExp;
}

const harms: readonly Harm[] = [
  {
    what: 'a byte behind the collected files of some runs',
    harm: (kept) => appendFileSync(packOf(kept, 1), '#'),
    kinds: ['changed'],
    told: /packs\/1-\w+\.pack its SHA-256 is not the one in its name; all files/u,
  },
  {
    what: 'a number in a collected file',
    harm: (kept) => edit(packOf(kept, 1), (text) => text.replace(/\ny = 0\.\d/u, '\ny = 0.x')),
    kinds: ['changed'],
    told: /packs\/1-.* not as collected: run \d: result\.txt: put it back/u,
  },
  {
    what: 'collected files that are gone',
    harm: (kept) => rmSync(packOf(kept, 1)),
    kinds: ['missing'],
    told: /packs\/1-.* it is no longer there; not as collected: run 1: result\.txt/u,
  },
  {
    what: 'a value of an outcome',
    harm: (kept) =>
      edit(join(kept, 'outcomes/1.ndjson'), (text) => text.replace(/"y":0\.\d+/u, '"y":0.25')),
    kinds: ['changed', 'contradiction'],
    told: /run \d: y the table has 0\.25, the collected files give 0\.\d+/u,
  },
  {
    what: 'a cell of the table',
    harm: (kept) => edit(join(kept, 'results.csv'), (text) => text.replace('Done', 'Failed')),
    kinds: ['changed', 'contradiction'],
    told: /results\.csv made once more/u,
  },
  {
    what: 'a run that two jobs ran',
    harm: (kept) => {
      const line = readFileSync(join(kept, 'outcomes/1.ndjson'), 'utf8').split('\n')[0] ?? '';
      const again = line
        .replace('"attempt":1', '"attempt":2')
        .replace('"jobNumber":1', '"jobNumber":2');
      appendFileSync(join(kept, 'outcomes/2.ndjson'), `${again}\n`);
    },
    kinds: ['changed', 'contradiction', 'missing', 'paid-twice'],
    told: /run 1 was executed again although it was done/u,
  },
  {
    what: 'a second submit in the ledger',
    harm: (kept) => {
      const jobId = jobOf(readFileSync(join(kept, 'jobs/1-platform.json'), 'utf8'));
      const page = readFileSync(join(kept, 'ledger/1.json'), 'utf8');
      const { entries } = JSON.parse(page) as { entries: object[] };
      const sent = { what: 'submit-job', key: jobId, platformId: jobId, effect: 'sent' };
      writeFileSync(
        join(kept, 'ledger/11.json'),
        JSON.stringify({ entries: [{ ...entries[0], ...sent }] }),
      );
    },
    kinds: ['paid-twice'],
    told: /job 1 \(.+\) was submitted 2 times/u,
  },
  {
    what: 'a page of the ledger that is gone, and none but that',
    harm: (kept) => rmSync(join(kept, 'ledger/1.json')),
    kinds: ['missing'],
    told: /ledger\/1\.json a page of the ledger/u,
  },
  {
    what: 'outcomes of a paid job that are gone',
    harm: (kept) => rmSync(join(kept, 'outcomes/2.ndjson')),
    kinds: ['contradiction', 'missing'],
    told: /job 2 \(.+\) was submitted, and what became of its runs \(4, 5, 6\) is not in the records/u,
  },
  {
    what: 'a damaged record beside all else',
    harm: (kept) => {
      writeFileSync(join(kept, 'jobs/1-platform.json'), '{');
      rmSync(packOf(kept, 1));
    },
    kinds: ['changed', 'contradiction', 'missing', 'not-accounted'],
    told: /a record of the study can't be read: The store is damaged/u,
  },
  {
    what: 'a pipe in the place of a copied file, without waiting for it',
    harm: () => {
      const path = join(results, audited.studyId, 'results.csv');
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
    kinds: ['changed'],
    told: /results\.csv the manifest names it, and what is there is no file/u,
  },
  {
    what: 'a job without its record',
    harm: (kept) => rmSync(join(kept, 'jobs/2-platform.json')),
    kinds: ['contradiction', 'missing', 'not-accounted'],
    told: /./u,
  },
];

describe('tells of', () => {
  it.each(harms)(
    '$what',
    async ({ harm, kinds, told }) => {
      const { exitCode, report } = await verifyAfter(harm, '--offline');
      expect(kindsOf(report), JSON.stringify(report.faults)).toEqual(kinds);
      expect(report.faults.map(({ subject, message }) => `${subject} ${message}`)).toContainEqual(
        expect.stringMatching(told),
      );
      expect(exitCode).toBe(3);
    },
    30_000,
  );

  it('statistics that another version of doeflow wrote, without holding its own against them', async () => {
    const { exitCode, report } = await verifyAfter((kept) => {
      edit(join(kept, 'statistics.json'), (text) => text.replace('"mean"', '"Mean"'));
      edit(join(kept, 'manifest.json'), (text) =>
        text
          .replace(/"engineVersion":\s*"[^"]+"/u, '"engineVersion": "0.0.9"')
          .replace(/,\s*"records":\s*"[^"]+"/u, ''),
      );
      // As earlier versions ended a study: without hashes of its records.
      rmSync(join(kept, 'records.json'));
      cpSync(join(kept, 'manifest.json'), join(results, audited.studyId, 'manifest.json'));
    }, '--offline');
    expect(report.notes.join()).toContain(
      'statistics.json and summary.json were written by doeflow 0.0.9',
    );
    expect(report.notes.join()).toContain('without hashes of its records');
    expect(report.faults).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('a folder of a run that was put among the results', async () => {
    const strange = join(results, audited.studyId, 'runs', '99');
    mkdirSync(strange);
    const { report } = await verify('--offline');
    rmSync(strange, { recursive: true });
    expect(report.notes).toEqual([
      `${strange} is no folder of a run that has ended: it was put there`,
    ]);
  });

  it('a finding that says something else on the platform than what the study wrote', async () => {
    const { kept, stack } = audited;
    const jobId = jobOf(readFileSync(join(kept, 'jobs/2-platform.json'), 'utf8'));
    const path = `api/v2/jobs/${jobId}/custom-fields/`;
    const headers = {
      ...stack.platformHeaders,
      'Content-Type': 'application/json',
    };
    const read = await fetch(new URL(path, stack.platformUrl), { headers });
    const fields = (await read.json()) as Record<string, { value: number }>;
    const write = async (value: number): Promise<void> => {
      const body = JSON.stringify({ 'Mean of y': value });
      const request = { method: 'POST', headers, body };
      expect((await fetch(new URL(path, stack.platformUrl), request)).ok).toBe(true);
    };
    const { value } = fields['Mean of y'] ?? { value: NaN };
    await write(value * 2);
    const { exitCode, report } = await verify();
    await write(value);
    expect(report.faults).toEqual([
      {
        kind: 'changed',
        subject: `job 2 (${jobId}): field "Mean of y"`,
        message: `the study wrote ${value}, the platform shows ${value * 2}`,
      },
    ]);
    expect(exitCode).toBe(3);
    expect((await verify()).report.clean).toBe(true);
  }, 60_000);

  it('a second job with the mark of the study that was submitted, also after it was deleted', async () => {
    const { kept, stack } = audited;
    const spec = JSON.parse(readFileSync(join(kept, 'jobs/1.json'), 'utf8')) as { jobName: string };
    const call = async (path: string, body?: object, method?: string): Promise<unknown> => {
      const answer = await fetch(new URL(`api/v2/${path}`, stack.platformUrl), {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...stack.platformHeaders,
          'Content-Type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(answer.ok, `${path} ${answer.status}`).toBe(true);
      const text = await answer.text();
      return text === '' ? undefined : JSON.parse(text);
    };
    const { id } = (await call('jobs/', {
      name: spec.jobName,
      jobanalyses: [
        {
          analysis: { code: 'user_included', version: '0' },
          command: 'true',
          hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1 },
        },
      ],
    })) as { id: string };
    const draft = await verify();
    expect(draft.report.faults).toEqual([]);
    expect(draft.report.notes).toEqual([expect.stringContaining(`job ${id} carries`)]);

    await call(`jobs/${id}/submit/`, {});
    const { exitCode, report } = await verify();
    expect(exitCode).toBe(3);
    expect(report.faults).toEqual([
      { kind: 'paid-twice', subject: `job ${id}`, message: expect.stringContaining('submitted') },
    ]);

    await waitFor('the job to end', async () => {
      const { results } = (await call(`jobs/${id}/cluster_statuses/`)) as {
        results: { status: string }[];
      };
      return results[0]?.status === 'Stopped';
    });
    await call(`jobs/${id}/`, undefined, 'DELETE');
    const deleted = await verify();
    expect(deleted.exitCode).toBe(3);
    expect(deleted.report.faults).toEqual([
      {
        ...{ kind: 'paid-twice', subject: `job ${id}` },
        message: expect.stringMatching(
          /submitted at .+ was deleted at .+ by the platform's ledger/u,
        ),
      },
    ]);
  }, 60_000);

  it('a cluster with the mark of the study that is none of its own, and goes on', async () => {
    const { kept, stack } = audited;
    const { searchTag } = JSON.parse(readFileSync(join(kept, 'jobs/1.json'), 'utf8')) as {
      searchTag: string;
    };
    const post = async (path: string, body: object): Promise<{ id: string }> => {
      const answer = await fetch(new URL(`api/v3/${path}`, stack.platformUrl), {
        method: 'POST',
        headers: {
          ...stack.platformHeaders,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      expect(answer.ok, `${path} ${answer.status} ${text}`).toBe(true);
      return (text === '' ? {} : JSON.parse(text)) as { id: string };
    };
    const { id } = await post('clusters/', {
      name: `beams ${searchTag}`,
      hardware: { coreType: { code: 'emerald' }, coresPerSlot: 1, slots: 1, walltime: 1 },
      installedAnalyses: [{ analysis: { code: 'user_included', version: '0' } }],
    });
    const before = (await verify()).report.faults;
    expect(before.map(({ subject }) => subject)).not.toContain(`cluster ${id}`);
    await post(`clusters/${id}/start/`, {});
    await waitFor('the cluster to be told of', async () =>
      (await verify()).report.faults.some(
        ({ kind, subject }) => kind === 'left-on' && subject === `cluster ${id}`,
      ),
    );
    await post(`clusters/${id}/shutdown/`, {});
  }, 60_000);
});
