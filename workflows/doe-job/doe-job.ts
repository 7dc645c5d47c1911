import { condition, log, sleep } from '@temporalio/workflow';
import type { JobEnd, PlatformStatusNews, StopMode } from '../../src/run/messages.ts';
import type { ActivityProxies } from '../activity-proxies.ts';
import { silenceMs } from '../effect-policies.ts';
import { doOnce, isClusterLost, isNotFound, sentenceOf } from '../failures.ts';
import { collectEarly } from './collect-early.ts';
import { preparationOf, type DoeJobInput } from './doe-job-input.ts';
import { looksBeforeResubmit, tellNotShown, tellResubmit } from './doubted-submit.ts';
import type { LeftBehind } from './left-behind.ts';
import type { StudyReporter } from './study-reporter.ts';

/** How long a job may be silent before its workflow looks for itself: covers a study that was terminated. */
const silenceLimit = '6 hours';

/** One DOE job: what is known of it on the platform, and the steps from its files to its outcomes. */
export class DoeJob {
  readonly #input: DoeJobInput;
  readonly #activities: ActivityProxies;
  readonly #reporter: StudyReporter;
  /** The one id that will ever be submitted. */
  #jobId: string | undefined;
  #submitted = false;
  /** The platform has shown a status of the job: its submit has had its effect. */
  #isShown = false;
  #executes = false;
  #endedOnPlatform = false;
  #stopMode: StopMode | undefined;

  constructor(input: DoeJobInput, activities: ActivityProxies, reporter: StudyReporter) {
    this.#input = input;
    this.#activities = activities;
    this.#reporter = reporter;
  }

  /** Takes in the platform's status. */
  takeStatus({ status, ended }: PlatformStatusNews): void {
    this.#reporter.status(status);
    this.#isShown ||= status !== '';
    this.#executes ||= status === 'Executing';
    this.#endedOnPlatform ||= ended;
  }

  /** Stops the job as soon as it can be; a later request may stop it harder. */
  requestStop(mode: StopMode): void {
    this.#stopMode = mode;
  }

  /** From its files to the submitted job, unless a stop was requested on the way. */
  async start(): Promise<void> {
    await this.#checkAndSubmit(await this.#create());
  }

  /** Goes on with what an earlier workflow of this job left on the platform; starts afresh where it left nothing. */
  async goOn(left: LeftBehind | undefined): Promise<void> {
    if (left === undefined) return this.#stopMode === undefined ? this.start() : undefined;
    const { jobId, runs, submitted, ended } = left;
    this.#jobId = jobId;
    this.#reporter.runs(runs);
    this.#reporter.created(jobId);
    if (!submitted) return this.#checkAndSubmit(jobId);
    this.#submitted = true;
    this.#isShown = true;
    this.#endedOnPlatform ||= ended;
    this.#reporter.phase('waiting');
  }

  /** Nothing was heard for long: looks at the platform, and says again where the job is. */
  async lookAgain(): Promise<void> {
    this.#reporter.repeat();
    const jobId = this.#jobId;
    if (jobId === undefined || !this.#submitted || this.#endedOnPlatform) return;
    try {
      const { statuses, ended } = await this.#activities.read.readJobStatuses({
        ...this.#study,
        jobId,
      });
      if (statuses[0] !== undefined) this.takeStatus({ status: statuses[0].status, ended });
    } catch (error) {
      if (isNotFound(error)) this.takeStatus({ status: 'Deleted', ended: true });
      else log.warn('The platform could not be asked for the job', { jobId, error });
    }
  }

  /** From the submitted job to its collected outcomes; a job that never was submitted is withdrawn. */
  async finish(): Promise<JobEnd> {
    const { step, transfer } = this.#activities;
    const jobId = this.#jobId;
    if (jobId === undefined || !(await this.#wasSubmitted(jobId))) {
      return this.#reporter.end(await step.withdrawJob(this.#target));
    }
    await this.#collectUntilEnd(jobId);
    if (!this.#submitted) return this.#reporter.end(await step.withdrawJob(this.#target));
    this.#reporter.phase('collecting');
    const stopped = this.#stopMode !== undefined;
    return this.#reporter.end(await transfer.collectJob({ ...this.#target, jobId, stopped }));
  }

  /** Books the job as refused, with the platform's own sentence: it never ran. */
  async refuse(refusal: unknown): Promise<JobEnd> {
    const { step } = this.#activities;
    const lost = isClusterLost(refusal) ? ({ clusterLost: true } as const) : {};
    const message = sentenceOf(refusal);
    return this.#reporter.end(await step.refuseJob({ ...this.#target, message, ...lost }));
  }

  get #study(): { readonly studyId: string } {
    return { studyId: this.#input.studyId };
  }

  get #target(): { readonly studyId: string; readonly jobNumber: number } {
    const { studyId, jobNumber } = this.#input;
    return { studyId, jobNumber };
  }

  async #checkAndSubmit(jobId: string): Promise<void> {
    const checked = await this.#activities.write.checkJob({ ...this.#target, jobId });
    this.#tellOfOthers(jobId, checked?.otherJobIds ?? []);
    if (this.#stopMode === undefined) await this.#submit(jobId);
  }

  async #create(): Promise<string> {
    const { step, transfer, once, read } = this.#activities;
    this.#reporter.phase('creating');
    const { runs, files } = await step.prepareJob(preparationOf(this.#input));
    this.#reporter.runs(runs);
    for (const name of files) await transfer.uploadJobFile({ ...this.#target, name });
    const onCluster = this.#input.clusterId !== undefined;
    let found: readonly string[] = [];
    const jobId = await doOnce({
      ...this.#doOnceOptions,
      attempt: async () => (await once.createJob({ ...this.#target, onCluster })).jobId,
      find: async () => {
        ({ jobIds: found } = await read.findJob(this.#target));
        return found[0];
      },
    });
    this.#tellOfOthers(jobId, found);
    this.#jobId = jobId;
    this.#reporter.created(jobId);
    return jobId;
  }

  /** A create that arrived twice left a second saved job: someone may want to delete it. */
  #tellOfOthers(jobId: string, jobIds: readonly string[]): void {
    const others = jobIds.filter((id) => id !== jobId);
    if (others.length === 0) return;
    this.#reporter.note(
      `The platform has job ${this.#input.jobNumber} more than once: ${jobId} is used; ${others.join(', ')} ` +
        `is only saved and costs nothing. To delete: ${others.map((id) => `doeflow api DELETE jobs/${id}`).join('; ')}`,
    );
  }

  /** Submit is what is paid for: only this id, and never again once the platform has a status of it. */
  async #submit(jobId: string): Promise<void> {
    const { clusterId } = this.#input;
    const cluster = clusterId === undefined ? {} : { clusterId };
    this.#reporter.phase('submitting');
    await doOnce({
      ...this.#doOnceOptions,
      attempt: async () => {
        await this.#activities.once.submitJob({ ...this.#target, jobId, ...cluster });
        return true;
      },
      find: async () => (await this.#hasStatus(jobId)) || undefined,
    });
    this.#submitted = true;
    this.#reporter.phase('waiting');
  }

  /** A cancelled submit may have happened all the same: the platform's statuses show it. */
  async #wasSubmitted(jobId: string): Promise<boolean> {
    return this.#submitted || (await this.#hasStatus(jobId));
  }

  async #hasStatus(jobId: string): Promise<boolean> {
    const { statuses } = await this.#activities.read.readJobStatuses({ ...this.#study, jobId });
    this.#isShown ||= statuses.length > 0;
    return statuses.length > 0;
  }

  /** Returns when the platform has ended the job; collects the runs that end before it. */
  #collectUntilEnd(jobId: string): Promise<void> {
    const { transfer } = this.#activities;
    return collectEarly(
      {
        executes: () => this.#executes,
        firstWaitMs: this.#input.pace.listLagMs,
        round: () => transfer.collectEndedRuns({ ...this.#target, jobId }),
        report: this.#reporter.collected,
        onFailure: (error) =>
          this.#reporter.trouble(
            `its runs are collected at its end only, as collecting them before failed: ${sentenceOf(error)}`,
          ),
      },
      () => this.#waitForEnd(jobId),
    );
  }

  /** Returns when the platform has ended the job, or it was never submitted and is to stop; asks it to stop as soon as someone wants that. */
  async #waitForEnd(jobId: string): Promise<void> {
    let sent: StopMode | undefined;
    let emptyLooks = 0;
    for (;;) {
      const heard = await condition(
        () => this.#endedOnPlatform || this.#stopMode !== sent,
        this.#isShown ? silenceLimit : silenceMs(this.#input.pace),
      );
      if (this.#endedOnPlatform) return;
      if (emptyLooks > 0 && this.#stopMode !== sent && !(await this.#hasStatus(jobId))) {
        this.#submitted = false;
        return;
      }
      if (this.#stopMode !== undefined && this.#stopMode !== sent) {
        sent = this.#stopMode;
        this.#reporter.phase('stopping');
        await this.#activities.write.stopJob({ ...this.#study, jobId, mode: sent });
        await sleep(this.#input.pace.retryMs);
      }
      if (heard) continue;
      const { statuses, ended } = await this.#activities.read.readJobStatuses({
        ...this.#study,
        jobId,
      });
      if (ended) return;
      this.#isShown ||= statuses.length > 0;
      if (this.#isShown && emptyLooks === 0) continue;
      emptyLooks = this.#isShown ? 0 : emptyLooks + 1;
      await this.#doubtSubmit(jobId, emptyLooks);
    }
  }

  /** Says that the platform took a submit and shows nothing of it; submits once more after several such looks. @param emptyLooks in a row; 0 once it shows */
  async #doubtSubmit(jobId: string, emptyLooks: number): Promise<void> {
    if (emptyLooks === 0) return this.#reporter.phase('waiting');
    tellNotShown(this.#reporter, jobId, emptyLooks);
    if (emptyLooks % looksBeforeResubmit !== 0 || this.#stopMode !== undefined) return;
    tellResubmit(this.#reporter, jobId);
    await this.#submit(jobId);
  }

  get #doOnceOptions(): {
    readonly lagMs: number;
    readonly retryMs: number;
    readonly onTrouble: (sentence: string, code?: string) => void;
  } {
    const { listLagMs: lagMs, retryMs } = this.#input.pace;
    return { lagMs, retryMs, onTrouble: this.#reporter.trouble };
  }
}
