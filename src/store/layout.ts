/** Every object that is kept of a study, named once, with its shape. No other file of the program spells one of these names. */
import { basename } from 'node:path';
import {
  billedHoursSchema,
  clusterLifeSchema,
  clusterMadeSchema,
  jobClusterSchema,
  jobStoppedSchema,
  platformJobSchema,
  reservationSchema,
  submitTriedSchema,
  uploadSchema,
  refusedFindingsSchema,
  verifiedFindingsSchema,
} from './schemas/job-records.ts';
import { jobCutSchema, jobSpecSchema, retryChoiceSchema } from './schemas/job-spec.ts';
import { ledgerPageSchema } from './schemas/ledger-entry.ts';
import { judgedRunSchema, outcomeSchema } from './schemas/outcome.ts';
import { isPlainOutcome } from './schemas/plain-outcome.ts';
import { prunedSchema } from './schemas/pruned.ts';
import {
  awaitedSchema,
  claimedRunSchema,
  reusedRunSchema,
  sharingSchema,
  runKeySchema,
} from './schemas/run-keys.ts';
import { revisionSchema, snapshotSchema, startingSchema } from './schemas/snapshot.ts';
import {
  takenSchema,
  ticketClosedSchema,
  ticketJobSchema,
  ticketOpenedSchema,
  ticketSchema,
} from './schemas/ticket.ts';
import {
  checkpointSchema,
  comparisonSchema,
  costLimitSchema,
  endRecordsSchema,
  findingFactsSchema,
  findingsSchema,
  manifestSchema,
  priceSchema,
  statisticsSchema,
  statusSchema,
  summarySchema,
} from './schemas/study-records.ts';
import { document, lines, type StoredObject, type StoredPrefix } from '../objects/index.ts';
import type { UploadKey } from './upload-key.ts';

export const linesEnding = '.ndjson';

/** The objects of one study; functions where there is one for each job, run, file or page. */
export const layout = {
  /** Written last when a study is started: where it is, all it names is there. */
  snapshot: document('snapshot.json', snapshotSchema),
  /** The study's files as they were mended; numbered from 2, as the snapshot is the first. */
  revision: (revision: number) => document(`revisions/${revision}.json`, revisionSchema),
  /** Outcomes that were read anew with an amendment, by the hash of what was kept. */
  recomputed: (name: string) => lines(`recomputed/${name}${linesEnding}`, outcomeSchema),
  allRecomputed: { prefix: 'recomputed/' } satisfies StoredPrefix,
  /** Outcomes of a job that were read anew with the outputs of a revision while the study was open, one page after the other; each is written once. */
  anewPage: (revision: number, jobNumber: number, page: number) =>
    lines(`recomputed/${revision}/${jobNumber}/${page}${linesEnding}`, outcomeSchema),
  anewPages: (revision: number, jobNumber: number): StoredPrefix => ({
    prefix: `recomputed/${revision}/${jobNumber}/`,
  }),
  allRevisions: { prefix: 'revisions/' } satisfies StoredPrefix,
  /** What the study's owner asked of it; a message names it, and it is taken once. */
  ticket: (ticket: string) => document(`tickets/${ticket}.json`, ticketSchema),
  ticketTaken: (ticket: string) => document(`tickets/${ticket}-taken.json`, takenSchema),
  ticketJob: (ticket: string, runs: 'asked' | 'stopped') =>
    document(`tickets/${ticket}-${runs}.json`, ticketJobSchema),
  ticketOpened: (ticket: string) => document(`tickets/${ticket}-opened.json`, ticketOpenedSchema),
  ticketClosed: (ticket: string) => document(`tickets/${ticket}-closed.json`, ticketClosedSchema),
  allTickets: { prefix: 'tickets/' } satisfies StoredPrefix,
  /** All that stays of a study that was removed on purpose; there before anything else of it goes. */
  pruned: document('pruned.json', prunedSchema),
  /** There while a workflow is being started: a snapshot beside it may be of a study that never began. */
  starting: document('starting.json', startingSchema),
  /** The last progress; there from a study's end until it is resumed. */
  status: document('status.json', statusSchema),
  checkpoint: document('checkpoint.json', checkpointSchema),
  /** Of the hardware that the study was started with. */
  price: document('price.json', priceSchema),
  /** Of hardware that an amendment gave it. */
  priceOf: (name: string) => document(`prices/${encodeURIComponent(name)}.json`, priceSchema),

  jobSpec: (jobNumber: number) => document(`jobs/${jobNumber}.json`, jobSpecSchema),
  retryChoice: (jobNumber: number) => document(`jobs/${jobNumber}-retry.json`, retryChoiceSchema),
  jobCut: (jobNumber: number) => document(`jobs/${jobNumber}-cut.json`, jobCutSchema),
  platformJob: (jobNumber: number) =>
    document(`jobs/${jobNumber}-platform.json`, platformJobSchema),
  /** When the job was last about to be submitted: once more only where the platform shows nothing of it. */
  submitTried: (jobNumber: number) => document(`jobs/${jobNumber}-submit.json`, submitTriedSchema),
  jobCluster: (jobNumber: number) => document(`jobs/${jobNumber}-cluster.json`, jobClusterSchema),
  billedHours: (jobNumber: number) => document(`jobs/${jobNumber}-hours.json`, billedHoursSchema),
  /** What is set aside for a job of a study with a limit of cost: there before the job is. */
  reservation: (jobNumber: number) =>
    document(`jobs/${jobNumber}-reserved.json`, reservationSchema),
  jobStopped: (jobNumber: number) => document(`jobs/${jobNumber}-stopped.json`, jobStoppedSchema),
  /** What is kept of jobs: those with a platform job are told by {@link numberOfPlatformJob}. */
  allJobs: { prefix: 'jobs/' } satisfies StoredPrefix,
  /** A cluster that was made for the study, numbered from 1: before it is asked for, and with its id afterwards. */
  clusterMade: (number: number) => document(`clusters/${number}.json`, clusterMadeSchema),
  clusterReservation: (number: number) =>
    document(`clusters/${number}-reserved.json`, reservationSchema),
  clusterLife: (clusterId: string) =>
    document(`clusters/${encodeURIComponent(clusterId)}-life.json`, clusterLifeSchema),
  allClusters: { prefix: 'clusters/' } satisfies StoredPrefix,
  /** A limit of cost that the study's owner has set since it was started; numbered from 1, the last one counts. */
  costLimit: (number: number) => document(`cost-limits/${number}.json`, costLimitSchema),
  allCostLimits: { prefix: 'cost-limits/' } satisfies StoredPrefix,
  /** The param file or case file of a job, under the name that the platform shows. */
  jobFile: (jobNumber: number, role: 'param' | 'case'): StoredObject => ({
    name: `jobs/${jobNumber}/${role}-${jobNumber}.csv`,
  }),
  /** The file on the platform that has this content, name and kind. */
  upload: ({ sha256, name, typeId }: UploadKey) =>
    document(
      `uploads/${typeId}-${sha256}-${encodeURIComponent(basename(name))}.json`,
      uploadSchema,
    ),
  allUploads: { prefix: 'uploads/' } satisfies StoredPrefix,
  /** @param name as listed below {@link layout.allUploads} */
  uploadRecord: (name: string) => document(`uploads/${name}`, uploadSchema),

  /** Outcomes of a job's runs, one line each. */
  outcomes: (jobNumber: number) =>
    lines(`outcomes/${jobNumber}${linesEnding}`, outcomeSchema, isPlainOutcome),
  allOutcomes: { prefix: 'outcomes/' } satisfies StoredPrefix,
  /** What was judged of a job that isn't collected yet, one page after the other; each is written once. */
  judgedPage: (jobNumber: number, page: number) =>
    lines(`outcomes/${jobNumber}/${page}${linesEnding}`, judgedRunSchema),
  judgedPages: (jobNumber: number): StoredPrefix => ({ prefix: `outcomes/${jobNumber}/` }),
  /** What decides the results of a job's done runs, by which other studies find them; there before the job's outcomes. */
  runKeys: (jobNumber: number) => lines(`keys/${jobNumber}${linesEnding}`, runKeySchema),
  allRunKeys: { prefix: 'keys/' } satisfies StoredPrefix,
  /** Which finished runs of other studies were to stand for runs of this one; outcomes of job 0 tell which do. */
  reuse: lines('reuse.ndjson', reusedRunSchema),
  /** The runs that a study which reuses runs itself. */
  claims: lines('claims.ndjson', claimedRunSchema),
  sharing: document('sharing.json', sharingSchema),
  awaited: document('awaited.json', awaitedSchema),
  /** Copies of a finished run's files, which come to the run that it stands for once they are proven. */
  takenFiles: (name: string) => filesBelow(`taken/${name}/`),
  allTaken: { prefix: 'taken/' } satisfies StoredPrefix,
  /** Files that were collected of one attempt of a run, where they aren't in a pack. */
  runFiles: (run: number, attempt: number) => filesBelow(`runs/${run}/${attempt}/`),
  /** Attempts of a run: their numbers are the folders below it. */
  runAttempts: (run: string): StoredPrefix => ({ prefix: `runs/${run}/` }),
  /** Runs with collected files: their numbers are the folders below it. */
  allRuns: { prefix: 'runs/' } satisfies StoredPrefix,
  /** Short files of some runs of one job, in one object; which runs' they are is told by the outcomes that name it. */
  pack: (name: string): StoredObject => ({ name: `packs/${name}.pack` }),
  allPacks: { prefix: 'packs/' } satisfies StoredPrefix,
  ledgerPage: (page: number) => document(`ledger/${page}.json`, ledgerPageSchema),
  allLedgerPages: { prefix: 'ledger/' } satisfies StoredPrefix,

  findings: document('findings.json', findingsSchema),
  findingFacts: document('finding-facts.json', findingFactsSchema),
  verifiedFindings: (jobId: string) =>
    document(`findings/${encodeURIComponent(jobId)}.json`, verifiedFindingsSchema),
  refusedFindings: (jobId: string) =>
    document(`refused-findings/${encodeURIComponent(jobId)}.json`, refusedFindingsSchema),
  statistics: document('statistics.json', statisticsSchema),

  studyFile: { name: 'study.yaml' } satisfies StoredObject,
  designTable: { name: 'design.csv' } satisfies StoredObject,
  resultsTable: { name: 'results.csv' } satisfies StoredObject,
  runsTable: { name: 'runs.csv' } satisfies StoredObject,
  summary: document('summary.json', summarySchema),
  reportPage: { name: 'report.html' } satisfies StoredObject,
  manifest: document('manifest.json', manifestSchema),
  /** Of a study that has ended: the SHA-256 of every other record, by its name; no part of the readable copy. */
  records: document('records.json', endRecordsSchema),
  /** Of a study that comes again: how its results differ from those of its reference. */
  comparison: document('comparison.json', comparisonSchema),
  comparisonTable: { name: 'comparison.csv' } satisfies StoredObject,
};

/** What a reader finds in the results folder beside the manifest; the order is that of the manifest. */
export const publishedObjects: readonly StoredObject[] = [
  layout.studyFile,
  layout.designTable,
  layout.resultsTable,
  layout.runsTable,
  layout.summary,
  layout.reportPage,
  layout.comparison,
  layout.comparisonTable,
];

/**
 * Number in the name of an object below {@link layout.allOutcomes} or {@link layout.allRunKeys}, which is a job's, or below {@link layout.judgedPages} or {@link layout.anewPages}, which is a page's;
 * undefined for any other object.
 */
export function numberOfOutcomes(name: string): number | undefined {
  const number = name.endsWith(linesEnding) ? name.slice(0, -linesEnding.length) : '';
  return /^\d+$/u.test(number) ? Number(number) : undefined;
}

/** Number of the job in the name of a platform job's record below {@link layout.allJobs}; undefined for any other object. */
export function numberOfPlatformJob(name: string): number | undefined {
  const [, number] = /^(\d+)-platform\.json$/u.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** True for the full name of a {@link layout.clusterLife}. */
export function isClusterLife(name: string): boolean {
  return /^clusters\/[^/]+-life\.json$/u.test(name);
}

/** Number of the job in the name of what was set aside for it, below {@link layout.allJobs}; undefined for any other object. */
export function numberOfReservation(name: string): number | undefined {
  const [, number] = /^(\d+)-reserved\.json$/u.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** A prefix whose files have names that a study or a platform gave. */
export interface FilesPrefix extends StoredPrefix {
  file(path: string): StoredObject;
}

function filesBelow(prefix: string): FilesPrefix {
  return { prefix, file: (path) => ({ name: `${prefix}${path}` }) };
}
