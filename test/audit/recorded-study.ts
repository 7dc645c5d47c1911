/** A study that has ended, as the engine's own steps record it, and the platform that ran it: three jobs on a cluster, one run of which failed and was repeated. */
import {
  appendToLedger,
  keepJobHours,
  keepMadeCluster,
  keepOutcomes,
  keepPlatformJob,
  keepRunKeys,
  layout,
  writeTicket,
  type LedgerEntry,
} from '../../src/store/index.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { keepStudy, type KeptStudy } from '../security/kept-study.ts';
import {
  md5Of,
  type Shown,
  type ShownAnalysis,
  type ShownFile,
  type ShownJob,
} from './shown-platform.ts';

export const studyId = 'beam-1';

const studyFile = `name: beam
variables:
  - { name: x, type: Param, values: [1, 2, 3, 4] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
execution: { runsPerJob: 2, retries: { solver: 1 }, cluster: { name: beams, slots: 1, walltime: 1 } }
findings:
  - { name: Mean, value: mean(y) }
`;

/** Runs of each job by the platform's number of the run, with their attempts; run 4 fails in its first one. */
const jobs = [
  [
    { run: 1, attempt: 1 },
    { run: 2, attempt: 1 },
  ],
  [
    { run: 3, attempt: 1 },
    { run: 4, attempt: 1 },
  ],
  [{ run: 4, attempt: 2 }],
] as const;

const startMs = Date.parse('2026-05-01T12:00:00.000Z');
const at = (minutes: number): string => new Date(startMs + minutes * 60_000).toISOString();

export interface RecordedStudy {
  readonly kept: KeptStudy;
  readonly shown: Shown;
}

export async function recordStudy(cleanUp: (remove: () => void) => void): Promise<RecordedStudy> {
  const kept = await keepStudy(studyId, studyFile, {}, cleanUp);
  const { folder, store, call } = kept;
  const shown: Shown = { jobs: [], clusters: [], ledger: [] };
  await folder.write(layout.price, { amount: 4, currency: 'USD' } as never);
  await folder.write(layout.retryChoice(3), {
    runs: [{ run: 4, attempt: 2, reason: 'exit-code', spent: { solver: 1 } }],
  });
  const effect = (what: string, key: string, said: 'intent' | 'sent' | 'done', id?: string) =>
    ({
      ...{ kind: 'effect', what, key, effect: said, at: at(0) },
      ...(id === undefined ? {} : { platformId: id }),
    }) satisfies LedgerEntry;
  for (const [index, runs] of jobs.entries()) {
    const jobNumber = index + 1;
    const id = `J${jobNumber}`;
    await call('prepareJob', { studyId, jobNumber } as never);
    const { jobTag, jobName, searchTag, attemptKey } = await folder.read(layout.jobSpec(jobNumber));
    if (jobNumber === 1) {
      shown.clusters.push({
        ...{ id: 'C1', name: `beams ${searchTag}` },
        statuses: [
          { status: 'Stopped', statusDate: at(300) },
          { status: 'Started', statusDate: at(0) },
        ],
      });
      await folder.write(layout.clusterMade(1), { name: 'beams', at: at(0), clusterId: 'C1' });
      await keepMadeCluster(store, 'C1', { studyId, name: 'beams' });
      await appendToLedger(folder, [effect('create-cluster', 'beams 1', 'sent', 'C1')]);
    }
    await appendToLedger(folder, [effect('create-job', jobTag, 'intent')]);
    await appendToLedger(folder, [effect('create-job', jobTag, 'sent', id)]);
    await keepPlatformJob(folder, jobNumber, id, true);
    for (const said of ['intent', 'sent'] as const) {
      await appendToLedger(folder, [effect('submit-job', id, said, id)]);
    }
    const job = { ...shownJob(jobNumber, jobName, runs), jobanalyses: [shownAnalysis(attemptKey)] };
    shown.jobs.push(job);
    shown.ledger?.push(...ledgerOf(job));
    const outcomes = await collect(kept, jobNumber, job, runs);
    const keys = new Map(runs.map(({ run }) => [run, String(run).repeat(64)]));
    await keepRunKeys(folder, jobNumber, outcomes, keys);
    await keepOutcomes(folder, jobNumber, outcomes);
    await keepJobHours(folder, jobNumber, 1);
    await appendToLedger(folder, [effect('submit-job', id, 'done', id)]);
  }
  const { jobs: count } = await call('analyseStudy', {
    ...{ studyId, lastJobNumber: jobs.length, nextPlanned: jobs.length, state: 'Finished' },
  } as never);
  const [mean] = await folder.read(layout.findings);
  for (const job of shown.jobs.slice(0, count)) {
    job.fields['Mean'] = { value: mean?.value };
    await folder.write(layout.verifiedFindings(job.id), { jobId: job.id, verified: 1 });
  }
  const ticket = await writeTicket(folder, { asks: 'start' }, new Date());
  await call('takeTicket', { studyId, ticket, use: 'start' });
  await folder.create(layout.ticketOpened(ticket), { wasLost: true });
  await call('closeStudy', {
    ...{ studyId, ticket },
    progress: {
      ...{ studyId, studyName: 'beam', planHash: kept.planHash, state: 'Finished' },
      runs: { total: 4, done: 4, failed: 0, submitted: 4 },
      ...{ activity: 'over', jobs: [], failures: [], notes: [] },
    },
  } as never);
  return { kept, shown };
}

type JobRuns = (typeof jobs)[number];

function failed({ run, attempt }: JobRuns[number]): boolean {
  return run === 4 && attempt === 1;
}

function shownAnalysis(attemptKey: string): ShownAnalysis {
  return {
    analysis: { code: 'user_included', version: '0' },
    command: `# ${attemptKey}\ntest $x`,
    hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1 },
  };
}

function shownJob(jobNumber: number, name: string, runs: JobRuns): ShownJob {
  const begin = jobNumber * 60;
  return {
    ...{ id: `J${jobNumber}`, name, expectedRuns: runs.length, fields: {} },
    statuses: [
      { status: 'Completed', statusDate: at(begin + 60) },
      { status: 'Executing', statusDate: at(begin) },
      { status: 'Pending', statusDate: at(begin) },
    ],
    runs: runs.map(({ run }, index) => ({
      ...{ id: String(index + 1), x: String(run) },
      dateStarted: at(begin + index),
      dateCompleted: at(begin + index + 1),
    })),
    files: runs.flatMap((each, index): ShownFile[] => {
      if (failed(each)) return [];
      return ['out.txt', 'doeflow-run.txt'].map((path) => {
        const content = `y = ${each.run * 2}\n# ${path}\n`;
        return { run: index + 1, path, content, md5: md5Of(content) };
      });
    }),
  };
}

function ledgerOf({ id, name, runs }: ShownJob): NonNullable<Shown['ledger']> {
  const entry = (kind: string, run: number | null = null, detail: object = {}) => ({
    ...{ at: startMs, kind, subject: id, run, detail },
  });
  return [
    entry('job created', null, { name }),
    entry('job submitted'),
    ...runs.flatMap((run) => [
      entry('run started', Number(run.id)),
      entry('run ended', Number(run.id)),
    ]),
    entry('job ended'),
  ];
}

/** Keeps the files of a job's runs, and says what became of them. */
async function collect(
  { folder }: KeptStudy,
  jobNumber: number,
  job: ShownJob,
  runs: JobRuns,
): Promise<readonly RunOutcome[]> {
  const outcomes: RunOutcome[] = [];
  for (const [index, each] of runs.entries()) {
    const files: Record<string, string> = {};
    for (const { run, path, content = '' } of job.files) {
      if (run !== index + 1) continue;
      const object = layout.runFiles(each.run, each.attempt).file(path);
      await folder.sink(object)([content]);
      files[path] = md5Of(content);
    }
    const served = job.runs[index];
    outcomes.push({
      ...{ ...each, jobNumber, platformJob: job.id, platformRun: index + 1, files },
      ...(failed(each)
        ? { status: 'Failed', reason: 'exit-code', exitCode: 1, values: {} }
        : { status: 'Done', exitCode: 0, values: { y: each.run * 2 } }),
      ...{ startedAt: served?.dateStarted, endedAt: served?.dateCompleted, elapsedSeconds: 60 },
    });
  }
  return outcomes;
}
