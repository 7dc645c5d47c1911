/** A good message of each kind, by its name: what attacks on messages begin with. A kind without one doesn't compile. */
import type { Activities } from '../../src/run/activity-contract.ts';
import type { messageGuards } from '../../workflows/guards/message-guards.ts';
import type { WorkflowInputs } from '../../workflows/guards/input-guards.ts';
import type { Sample } from './mutations.ts';

const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 200 };
const studyId = 'beam-20260329-030000';
const studyName = 'beam';
const planHash = 'a1b2';
const ticket = '0f8fad5b-d9cb-469f-a165-70867728950e';
const study = { studyId };
const job = { studyId, jobNumber: 2 };
const onPlatform = { jobId: 'AbCdEf' };
const cluster = { studyId, clusterId: 'XyZ12' };
const time = '2026-03-29T03:00:00.000Z';
const pass = { archive: 'nightly', passTime: time };
const batch = { ...pass, batch: 3 };
const order = {
  ...{ destinationKey: '0123456789abcdef', destination: 'a disk' },
  ...{ deleteJobs: true, approve: true },
};
const plan = { jobs: 4, bytes: 5_000, batches: 1 };
const proposal = { ...pass, pace, order, plan };
const decision = { passTime: time, jobs: 4, decision: 'approve', by: 'Ann Lee' };
const counts = { jobs: 1, files: 2, bytes: 3, failed: 0 };
const change = { done: 5, failed: 1, failures: [{ reason: 'cut', count: 1 }] };
const streaks = { done: 5, failed: 1, failedFirst: 0, failedLast: 1, failedInRow: 1 };
const end = { jobNumber: 2, outcome: 'collected', change, retryable: 1 };
const progress = { jobNumber: 2, runs: 6, phase: 'waiting' };
const fullProgress = {
  ...{ ...progress, again: 1, stopped: true, jobId: 'AbCdEf', platformStatus: 'Not Started' },
  ...{ trouble: 'no answer', troubleSince: time, troubleCode: 'API_CONNECTION', note: 'a note' },
  collected: { runs: 6, change, retryable: 1, streaks },
  saidMs: 1_767_000_000_000,
};
const passProgress = {
  ...{ phase: 'archiving', batchesDone: 1, archived: counts, proven: counts, deleted: counts },
  notes: ['a note'],
};
const fullPassProgress = {
  ...passProgress,
  selection: { batches: 1, jobs: 4, left: { running: 1 }, studies: [studyId] },
};
const studyProgress = {
  ...{ studyId, studyName: 'beam', planHash: 'a1b2', state: 'Finished', activity: 'is over' },
  ...{ runs: { total: 6, done: 5, failed: 1, submitted: 0 }, jobs: [progress] },
  ...{ failures: [{ reason: 'cut', count: 1 }], notes: ['a note'] },
};
const studyInput = { studyId, studyName, planHash, pace };
const jobInput = { ...job, studyWorkflowId: 'study-beam', pace };
const archiveInput = { archive: 'nightly', pace };
const borrower = { studyWorkflowId: 'study-beam' };

/** Inputs of workflows. */
export const goodInputs: { readonly [Name in keyof WorkflowInputs]: Sample } = {
  studyWorkflow: {
    least: studyInput,
    full: {
      ...{ ...studyInput, ticket, retry: { runs: [1, 2], revision: 2 }, unattended: true },
      resultsDir: '/home/ann/results',
      carried: {
        study: {
          ...{ state: 'Running', activity: 'running jobs', uploaded: true, done: 5, failed: 1 },
          ...{ failures: { cut: 1 }, retryable: 1, requests: [{ runs: 'failed' }] },
          ...{ cluster: { kind: 'ready', clusterId: 'XyZ12' }, notes: ['a note'] },
        },
        jobs: {
          ...{ nextPlanned: 3, withdrawn: [1], nextJobNumber: 3, inFlight: { 2: fullProgress } },
          mending: { 2: 1 },
          ...{ gone: { 2: 'it was lost' }, takenOver: { 2: { again: 1, losses: 1 } } },
        },
        guards: {
          ended: streaks,
          seenJobs: [2],
          heldJobs: [],
          stoppedJobs: [1],
          canaryFailed: false,
          canary: 'ahead',
        },
      },
    },
  },
  doeJobWorkflow: {
    least: jobInput,
    full: {
      ...{ ...jobInput, revision: 2, clusterId: 'XyZ12', abreast: 40 },
      takeOver: { jobId: 'AbCdEf', stopMode: 'force', waitMs: 1_000 },
    },
  },
  clusterWorkflow: {
    least: { name: 'a cluster', studyId, pace },
    full: {
      ...{ name: 'a cluster', studyId, pace, takesOver: true },
      carried: {
        state: { name: 'running', clusterId: 'XyZ12', status: 'Not Started' },
        ...{ borrowers: ['study-beam'], studyIds: { 'study-beam': studyId }, everBorrowed: true },
        madeFor: studyId,
      },
    },
  },
  reaperWorkflow: { full: { reason: 'start', pace } },
  recurringStudyWorkflow: {
    least: { schedule: 'nightly', pace },
    full: { schedule: 'nightly', pace, passTime: time },
  },
  archiveWorkflow: { least: archiveInput, full: { ...archiveInput, passTime: time } },
  archiveIntoWorkflow: {
    least: { ...pass, pace, order, work: 'archive' },
    full: { ...pass, pace, order, work: 'archive', carried: fullPassProgress },
  },
  archiveBatchWorkflow: { full: { ...batch, pace } },
  archiveApprovalWorkflow: { least: proposal, full: { ...proposal, approved: true } },
  archivePreviewWorkflow: { least: archiveInput, full: { ...archiveInput, passTime: time } },
};

/** Signals and updates. */
export const goodMessages: { readonly [Handle in keyof typeof messageGuards]: Sample } = {
  stopStudyUpdate: { full: { mode: 'stop' } },
  budgetStudyUpdate: { full: { look: 'again' } },
  pauseStudyUpdate: { full: { now: true } },
  retryStudyUpdate: {
    least: { runs: 'failed' },
    full: { runs: [1, 2], revision: 2, ticket, joinOnly: true },
  },
  amendStudyUpdate: { full: { ticket } },
  resumeStudyUpdate: { full: { ticket } },
  jobEndedSignal: {
    least: end,
    full: { ...end, studyId, streaks, message: 'a message', notes: ['a note'] },
  },
  platformStatusSignal: { full: { status: 'Not Started', ended: false } },
  stopJobSignal: { full: { mode: 'shutdown' } },
  jobProgressSignal: { least: progress, full: { ...fullProgress, studyId } },
  borrowClusterSignal: { least: borrower, full: { ...borrower, studyId } },
  returnClusterSignal: { least: borrower, full: { ...borrower, studyId } },
  clusterNewsSignal: {
    least: { kind: 'ready', clusterId: 'XyZ12' },
    full: { kind: 'lost', clusterId: 'XyZ12', reason: 'a reason', studyId },
  },
  decideDeletionsUpdate: { full: decision },
  newProposalSignal: { least: proposal, full: { ...proposal, approved: true } },
};

/** Inputs of activities. */
export const goodActivityInputs: { readonly [Name in keyof Activities]: Sample } = {
  takeTicket: { full: { ...study, ticket, use: 'start' } },
  planStudy: {
    least: { ...study, studyName, planHash },
    full: { ...study, studyName, planHash, ticket },
  },
  uploadStudyFile: {
    least: { studyId, name: 'a model.py' },
    full: { studyId, name: 'a model.py', revision: 2 },
  },
  readRevision: { full: { studyId, revision: 2 } },
  prepareJob: { least: job, full: { ...job, revision: 2, clusterId: 'XyZ12' } },
  uploadJobFile: { full: { ...job, name: 'a param.csv' } },
  createJob: { full: { ...job, onCluster: true } },
  findJob: { full: job },
  checkJob: { full: { ...job, ...onPlatform } },
  submitJob: {
    least: { ...job, ...onPlatform },
    full: { ...job, ...onPlatform, clusterId: 'XyZ12' },
  },
  readJobStatuses: { full: { ...study, ...onPlatform } },
  watchJobs: {
    least: { ...study, heard: {} },
    full: { ...study, heard: { AbCdEf: 'Not Started' } },
  },
  stopJob: { full: { ...study, ...onPlatform, mode: 'stop' } },
  collectEndedRuns: { full: { ...job, ...onPlatform } },
  collectJob: {
    least: { ...job, ...onPlatform, stopped: true },
    full: { ...job, ...onPlatform, stopped: true, cancelled: true },
  },
  refuseJob: {
    least: { ...job, message: 'a message' },
    full: { ...job, message: 'a message', clusterLost: true },
  },
  withdrawJob: { full: job },
  withdrawUnbegun: { full: study },
  readOutputsAnew: { full: { ...study, inFlight: [2, 3] } },
  planRetry: {
    least: job,
    full: { ...job, request: { runs: [1, 2], revision: 2 }, canaryOnly: true },
  },
  awaitSharedRuns: { full: job },
  renewSharedRuns: {
    least: { ...study, inFlight: [] },
    full: { ...study, revision: 2, inFlight: [2] },
  },
  readPrice: { full: study },
  describeStudy: { full: { ...study, isOver: true } },
  analyseStudy: {
    least: { ...study, lastJobNumber: 3, nextPlanned: 3, state: 'Finished' },
    full: { ...study, lastJobNumber: 3, nextPlanned: 3, state: 'Finished', withdrawn: [2] },
  },
  listJobs: { full: { ...study, from: 0, count: 8 } },
  assignFindings: { full: { ...study, ...onPlatform } },
  writeFindings: { full: { ...study, ...onPlatform } },
  readFindings: { full: { ...study, ...onPlatform } },
  closeStudy: {
    least: { ...study, progress: studyProgress },
    full: {
      ...study,
      progress: {
        ...studyProgress,
        jobs: [fullProgress],
        waitsForCluster: 'long beams',
        pausedBy: 'budget',
        stopping: true,
      },
      ticket,
    },
  },
  createCluster: {
    least: { ...study, name: 'a cluster' },
    full: { ...study, name: 'a cluster', spec: '4 slots' },
  },
  findCluster: {
    least: { ...study, name: 'a cluster' },
    full: { ...study, name: 'a cluster', shared: true, spec: '4 slots' },
  },
  startCluster: { full: cluster },
  readCluster: { full: cluster },
  watchCluster: {
    least: { ...cluster, known: 'Not Started' },
    full: { ...cluster, known: 'Not Started', holders: [{ ...borrower, studyId }] },
  },
  reserveCost: {
    least: { ...study, inFlight: [1, 2] },
    full: { ...job, spare: 5, ownHardware: true, inFlight: [1, 2] },
  },
  fitJob: { full: { ...job, ...cluster, runsAhead: 4 } },
  shutdownCluster: { full: cluster },
  reap: { full: { reason: 'schedule' } },
  prepareRecurrence: { full: { schedule: 'nightly', passTime: time } },
  admitRecurrence: { full: { schedule: 'nightly', passTime: time } },
  closeRecurrence: {
    least: { schedule: 'nightly', passTime: time, studyId, state: 'Finished with failures' },
    full: {
      ...{ schedule: 'nightly', passTime: time, studyId, state: 'Finished with failures' },
      loss: 'a loss',
    },
  },
  openPass: { full: pass },
  selectJobs: { full: pass },
  archiveJobs: { full: batch },
  proveJobs: { full: batch },
  archiveStudy: { full: { ...pass, studyId } },
  planDeletions: { full: pass },
  deleteJobs: { full: batch },
  recordDecision: { full: { ...pass, decision } },
  closePass: {
    least: { ...pass, progress: passProgress },
    full: { ...pass, progress: fullPassProgress },
  },
};
