/** What one can say to a running study: its signals, queries and updates. The command line imports this file; it holds no workflow. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import { heldClusterName, progressName } from '../src/temporal/names.ts';
import type { BudgetOrder } from '../src/run/budget-contract.ts';
import type { PauseAnswer, PauseOrder } from '../src/run/pause-messages.ts';
import type {
  RetryAnswer,
  AskedRuns,
  TicketName,
  JobProgress,
  StudyProgress,
  StopMode,
  JobEnd,
  PlatformStatusNews,
  ClusterBorrower,
  ClusterNews,
  ToStudy,
} from '../src/run/messages.ts';

/** The study's progress; answered from memory, costs no history. */
export const progressQuery = defineQuery<StudyProgress>(progressName);

/** Stops the study's jobs on the platform and keeps what they saved; answers at once. */
export const stopStudyUpdate = defineUpdate<
  { readonly accepted: true },
  [{ readonly mode: StopMode }]
>('stop');

/** The limit of the study's cost was set: what may be paid for is looked at anew. */
export const budgetStudyUpdate = defineUpdate<{ readonly accepted: true }, [BudgetOrder]>('budget');

/** Starts nothing more until the study is resumed; with `now` the jobs that execute are stopped, too. Tells how many jobs are under way. */
export const pauseStudyUpdate = defineUpdate<PauseAnswer, [PauseOrder]>('pause');

/**
 * Runs chosen runs again while the study is open, once however often it is asked for; runs that haven't failed are passed over with a note.
 * Names a ticket; what is asked by word is of histories of before, and refused.
 */
export const retryStudyUpdate = defineUpdate<RetryAnswer, [TicketName | AskedRuns]>('retry');

/** The study was amended: from now on it is what the ticket's revision says. Neither pauses it nor has it go on. */
export const amendStudyUpdate = defineUpdate<{ readonly accepted: true }, [TicketName]>('amend');

/** Job workflow -> study: how a job ended. Sent by workflow id, so that it survives continue-as-new. */
export const jobEndedSignal = defineSignal<[ToStudy<JobEnd>]>('jobEnded');

/** Study -> job workflow: the platform's status of its job changed. */
export const platformStatusSignal = defineSignal<[PlatformStatusNews]>('platformStatus');

/** Study -> job workflow: stop the job on the platform, collect what it saved, end. */
export const stopJobSignal = defineSignal<[{ readonly mode: StopMode }]>('stopJob');

/** Study -> job workflow: nothing was heard of the job for long; look at the platform, and say where it is. */
export const lookAgainSignal = defineSignal('lookAgain');

/** Job workflow -> study: what the job is doing, for the progress query. Sent on phase changes only. */
export const jobProgressSignal = defineSignal<[ToStudy<JobProgress>]>('jobProgress');

/** Study -> cluster workflow: lend me the cluster; it answers with {@link clusterNewsSignal}. */
export const borrowClusterSignal = defineSignal<[ClusterBorrower]>('borrowCluster');

/** Study -> cluster workflow: I am done with it. */
export const returnClusterSignal = defineSignal<[ClusterBorrower]>('returnCluster');

/** The platform's cluster that a cluster workflow has; null before there is one. */
export const heldClusterQuery = defineQuery<string | null>(heldClusterName);

/** Cluster workflow -> study: the cluster can take jobs, can't be had, or was lost. */
export const clusterNewsSignal = defineSignal<[ToStudy<ClusterNews>]>('clusterNews');

/** Resumes a study that a guard paused. Names a ticket; one without is of histories of before, and refused. */
export const resumeStudyUpdate = defineUpdate<
  { readonly accepted: true },
  [TicketName | undefined]
>('resume');
