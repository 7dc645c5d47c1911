/** Which errors heal by themselves, what is waited for, and what a person can do. */

/** What heals an error, and how it is waited for. */
export interface Cure {
  readonly waitingFor: string;
  readonly whatToDo: string;
  /** `short`: looked at every few seconds; `told`: as long as the answer says; `person`: seldom and cheaply, as only a person can mend it. */
  readonly wait: 'short' | 'told' | 'person';
}

/** The end of an advice: nobody has to tell the work that it may go on. */
export const byItself = 'the work goes on by itself.';

const asItSays = `Do what the error says; ${byItself}`;
const anew = `It is asked for anew within hours in any case, and ${byItself}`;
const deleted = 'Nothing, if somebody deleted it: that is believed after a minute of such answers';
const sameOne = 'Else look at the platform: is it the same one, with the same account?';

/** The end of an advice: what ends the waiting where nobody can mend it. */
export const endIt =
  'end what waits for it: a study with doeflow stop, an archive with doeflow archive delete.';

const platformDown: Cure = {
  waitingFor: 'the platform',
  whatToDo: `Check that the platform is up and that this machine reaches it (doeflow doctor); ${byItself}`,
  wait: 'short',
};
const damaged: Cure = {
  waitingFor: 'an answer of the platform in one piece',
  whatToDo: `Nothing, if it passes; else look at what stands between here and the platform; ${byItself}`,
  wait: 'short',
};
const noRoom: Cure = {
  waitingFor: 'room on the disk',
  whatToDo: `Make room on the full disk: that of the store, of the results or of the archive; ${byItself}`,
  wait: 'short',
};
const notWritable: Cure = {
  waitingFor: 'a store that can be written',
  whatToDo: `Make the folder that the error names writable for the worker's user; ${byItself}`,
  wait: 'short',
};
const diskFault: Cure = {
  waitingFor: 'a disk that works',
  whatToDo: `Look at the disk that the error names; ${byItself}`,
  wait: 'short',
};
const noHandles: Cure = {
  waitingFor: 'open files',
  whatToDo: `Allow the worker more open files (ulimit -n) or end what uses them; ${byItself}`,
  wait: 'short',
};

/** Only a change of the program mends it. */
export const faultCode = 'ENGINE_FAULT';

/** A step whose worker ended, or didn't answer in time. */
export const lostStepCode = 'ACTIVITY_LOST';
/** Nobody polls its task queue. */
export const unservedStepCode = 'STEP_UNSERVED';
/** Its worker's store doesn't have the study. */
export const elsewhereCode = 'STUDY_ELSEWHERE';
/** Another home goes on in this one's place. */
export const takenOverCode = 'TAKEN_OVER';
/** Somebody paused it in Temporal. */
export const pausedStepCode = 'STEP_PAUSED';
/** Its next try is far off, as no worker of ours would have it. */
export const delayedStepCode = 'STEP_DELAYED';
/** A workflow can't go on. */
export const stuckWorkflowCode = 'WORKFLOW_STUCK';

/** The platform does not end a cluster. */
export const clusterNotEndedCode = 'CLUSTER_NOT_ENDED';

const cures: Readonly<Record<string, Cure>> = {
  API_CONNECTION: platformDown,
  API_SERVER: platformDown,
  API_RATE_LIMIT: {
    waitingFor: 'the platform’s request limit',
    whatToDo: `Nothing: ${byItself} Other programs with the same token share the limit.`,
    wait: 'told',
  },
  API_AUTHENTICATION: {
    waitingFor: 'a token that the platform accepts',
    whatToDo: `Create a new token in the platform’s settings and give it with doeflow login; ${byItself}`,
    wait: 'person',
  },
  PLATFORM_DIFFERS: {
    waitingFor: 'a worker that speaks to the study’s own platform',
    whatToDo: asItSays,
    wait: 'short',
  },
  [faultCode]: {
    waitingFor: 'a doeflow without the fault that was met',
    whatToDo: `This is a bug in doeflow; nothing that was paid for is lost. Report it with the worker’s log, and start a mended version: ${byItself} Or ${endIt}`,
    wait: 'short',
  },
  [lostStepCode]: {
    waitingFor: 'a worker to take up a step whose worker was lost',
    whatToDo: `Nothing, if it passes: ${byItself} If it stays, look whether a worker is up (doeflow doctor), and at its log`,
    wait: 'short',
  },
  [elsewhereCode]: {
    waitingFor: 'a worker with the study’s store',
    whatToDo: `End the worker that the error names, or give it the store of the others (DOEFLOW_STORE; doeflow doctor compares them). Where all have the right one, restore the study’s folder from a back-up, or, where there is none, end it as doeflow stop STUDY says; ${byItself}`,
    wait: 'person',
  },
  [takenOverCode]: {
    waitingFor: 'this home to be the one that goes on',
    whatToDo: asItSays,
    wait: 'person',
  },
  [unservedStepCode]: {
    waitingFor: 'a worker of files, as none is there',
    whatToDo: `Start one: doeflow worker, or doeflow worker --queues transfer where others serve the rest; ${byItself}`,
    wait: 'person',
  },
  [pausedStepCode]: {
    waitingFor: 'a step that was paused in Temporal',
    whatToDo: `Let it go on: temporal activity unpause with what the error names. ${anew}`,
    wait: 'person',
  },
  [delayedStepCode]: {
    waitingFor: 'a step whose next try was put off',
    whatToDo: `None of our workers waits so long: somebody else answers in their place. Have it tried now: temporal activity reset with what the error names. ${anew}`,
    wait: 'person',
  },
  [stuckWorkflowCode]: {
    waitingFor: 'a workflow that can’t go on',
    whatToDo:
      'Its last failure in the Temporal UI says why. Where a newer doeflow began it, start that one. Where it is a nondeterminism error of one and the same doeflow, a worker sets the workflow back by itself within minutes, and nothing is paid for twice; where it can’t, its log says why. Where somebody else answered in a worker’s place, end the workflow: temporal workflow terminate with the id that the error names. A job’s or cluster’s is then taken over by a further one, and nothing is submitted twice; a study’s own goes on with doeflow resume',
    wait: 'person',
  },
  API_ACCOUNT_UNKNOWN: {
    waitingFor: 'the platform to tell whose token it was given',
    whatToDo: `Give the token that the study was started with, or wait until the platform answers GET /api/v2/users/me/ again; ${byItself}`,
    wait: 'short',
  },
  SUBMIT_NOT_SHOWN: {
    waitingFor: 'the platform to show a job that it took',
    whatToDo: `Look at the job on the platform. Its history is looked at again, and it is submitted once more only while that stays empty; ${byItself}`,
    wait: 'short',
  },
  STOP_REFUSED: {
    waitingFor: 'the platform to stop a job',
    whatToDo: `End the job on the platform’s own pages, or give a token that may (doeflow login): it is asked again and again, and ${byItself}`,
    wait: 'short',
  },
  JOB_NOT_FOUND: {
    waitingFor: 'a job that the platform says it does not have',
    whatToDo: `${deleted}. ${sameOne}`,
    wait: 'short',
  },
  CLUSTER_NOT_FOUND: {
    waitingFor: 'a cluster that the platform says it does not have',
    whatToDo: `${deleted}, and the study starts another. ${sameOne}`,
    wait: 'short',
  },
  [clusterNotEndedCode]: {
    waitingFor: 'the platform to end a cluster that nobody needs any more',
    whatToDo:
      'End the cluster that the error names on the platform’s own page, or with doeflow api POST v3/clusters/ID/shutdown, where ID stands for it. It is asked for again every minute, until the cluster has ended or its walltime is over.',
    wait: 'told',
  },
  JOB_LIST_REFUSED: {
    waitingFor: 'the platform’s list of jobs',
    whatToDo: `Nothing, if it passes: meanwhile each job is asked for by itself; ${byItself}`,
    wait: 'short',
  },
  API_UNEXPECTED_SHAPE: damaged,
  API_DAMAGED_DOWNLOAD: damaged,
  API_DAMAGED_UPLOAD: damaged,
  STORAGE_UNREACHABLE: {
    waitingFor: 'the storage',
    whatToDo: `Check that the storage is up and that the worker reaches it; ${byItself}`,
    wait: 'short',
  },
  STORAGE_EMPTIED: {
    waitingFor: 'what the store, or the archive’s destination, held before',
    whatToDo: asItSays,
    wait: 'short',
  },
  STORAGE_OTHER: {
    waitingFor: 'the store, or the archive, that was in this place before',
    whatToDo: asItSays,
    wait: 'short',
  },
  STORAGE_OLDER: {
    waitingFor: 'the store as it was: an older copy of it is in its place',
    whatToDo: asItSays,
    wait: 'short',
  },
  STORAGE_REFUSED: {
    waitingFor: 'a storage that lets the worker in',
    whatToDo: asItSays,
    wait: 'short',
  },
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  EROFS: notWritable,
  EACCES: notWritable,
  EPERM: notWritable,
  EIO: diskFault,
  EMFILE: noHandles,
  ENFILE: noHandles,
};

/** What heals an error of this code; undefined where nobody knows, and so nobody waits. */
export function cureOf(code: string): Cure | undefined {
  return Object.hasOwn(cures, code) ? cures[code] : undefined;
}
