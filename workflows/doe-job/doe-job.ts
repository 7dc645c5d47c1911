import { condition, log, patched, sleep } from '@temporalio/workflow';
import type { JobEnd, PlatformStatusNews, StopMode } from '../../src/run/messages.ts';
import type { ActivityProxies } from '../activity-proxies.ts';
import { silenceMs } from '../effect-policies.ts';
import { doOnce, isClusterLost, isNotFound, sentenceOf } from '../failures.ts';
import { collectEarly, firstWaitOf } from './collect-early.ts';
import { createJob, onceOptions, tellOfOthers } from './create-job.ts';
import type { DoeJobInput } from './doe-job-input.ts';
import { endWait, silenceLimit } from './end-wait.ts';
import { looksBeforeResubmit, tellNotShown, tellResubmit } from './doubted-submit.ts';
import type { LeftBehind } from './left-behind.ts';
import { untilStopped } from '../until-stopped.ts';
import { StopOrder } from './stop-order.ts';
import type { StudyReporter } from './study-reporter.ts';

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
  /** Somebody cancelled this workflow, and no study asked to stop the job. */
  #isCancelled = false;

  constructor(input: DoeJobInput, activities: ActivityProxies, reporter: StudyReporter) {
    this.#input = input;
    this.#activities = activities;
    this.#reporter = reporter;
  }

  /** How it is to be stopped; undefined while it isn't. */
  get stopMode(): StopMode | undefined {
    return this.#stopMode;
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
    this.#isCancelled = false;
  }

  /** Somebody cancelled the job's workflow: the job is stopped gently, unless its study stops it already. */
  cancel(): void {
    if (this.#stopMode !== undefined) return;
    this.#stopMode = 'stop';
    this.#isCancelled = true;
  }

  /** From its files to the submitted job, unless a stop was requested on the way. */
  async start(): Promise<void> {
    const jobId = await untilStopped(
      () => this.#stopMode !== undefined,
      () => this.#create(),
    );
    if (jobId !== undefined) await this.#checkAndSubmit(jobId);
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
    const by = this.#isCancelled ? { cancelled: true as const } : {};
    return this.#reporter.end(
      await transfer.collectJob({ ...this.#target, jobId, stopped, ...by }),
    );
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
    tellOfOthers(this.#reporter, this.#input, { jobId, found: checked?.otherJobIds ?? [] });
    if (this.#stopMode === undefined) await this.#submit(jobId);
  }

  async #create(): Promise<string> {
    this.#jobId = await createJob(this.#input, this.#activities, this.#reporter);
    this.#reporter.created(this.#jobId);
    return this.#jobId;
  }

  /** Submit is what is paid for: only this id, and never again once the platform has a status of it. */
  async #submit(jobId: string): Promise<void> {
    const { clusterId } = this.#input;
    const cluster = clusterId === undefined ? {} : { clusterId };
    this.#reporter.phase('submitting');
    let tries = 0;
    this.#submitted = await doOnce({
      ...onceOptions(this.#input, this.#reporter),
      attempt: async () => {
        tries += 1;
        // What failed and had no effect isn't paid for once more after a stop; histories of before went on.
        if (tries > 1 && this.#stopMode !== undefined && patched('stop-ends-submit')) return false;
        await this.#activities.once.submitJob({ ...this.#target, jobId, ...cluster });
        return true;
      },
      find: async () => (await this.#hasStatus(jobId)) || undefined,
    });
    if (this.#submitted) this.#reporter.phase('waiting');
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
        firstWaitMs: firstWaitOf(this.#input),
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
    const stop = (mode: StopMode) =>
      this.#activities.write.stopJob({ ...this.#study, jobId, mode });
    const order = new StopOrder(stop, this.#reporter, this.#input);
    let emptyLooks = 0;
    for (;;) {
      const heard = await condition(
        () => this.#endedOnPlatform || order.isDue(this.#stopMode),
        order.waitMs ??
          (this.#isShown ? (order.lookMs ?? silenceLimit) : silenceMs(this.#input.pace)),
        endWait,
      );
      if (this.#endedOnPlatform) return;
      if (!heard && order.waitMs !== undefined) order.waited();
      const mode = this.#stopMode;
      if (order.isDue(mode)) {
        if (emptyLooks > 0 && !(await this.#hasStatus(jobId))) {
          this.#submitted = false;
          return;
        }
        if (order.waitMs === undefined) this.#reporter.phase('stopping');
        await order.give(mode);
        await sleep(this.#input.pace.retryMs, {
          summary: 'until the stop may have had its effect',
        });
      }
      if (heard) continue;
      order.looked();
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
}
