import {
  isJobByItself,
  layout,
  openHardwareBook,
  readJobsLeft,
  readPaidJob,
  studyOfCluster,
} from '../../src/store/index.ts';
import { withUnit } from '../../src/study/committed-words.ts';
import { slotHourOf } from '../../src/study/cost.ts';
import { paidHardwareOf } from '../../src/study/paid-hardware.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { keepPrice } from '../study/keep-price.ts';

/** What a job of the study costs while it has its hardware, completing "it …": all slots that it was made with, as it is set aside and spent; the platform holds those that have no run left, too. */
export async function hourlyCostOf(
  dependencies: ActivityDependencies,
  { studyId, jobId }: { readonly studyId: string; readonly jobId: string },
  run: ActivityRun,
): Promise<string> {
  const { store, studyCache } = dependencies;
  const { study } = await studyCache.get(studyId);
  const folder = store.study(studyId);
  // Of a cluster that isn't the study's own no price says what it costs.
  if (study.execution.cluster?.kind !== 'existing') {
    await keepPrice(dependencies, studyId, run.signal);
  }
  const jobs = await readJobsLeft(folder);
  const jobNumber = jobs.find((job) => job.jobId === jobId)?.jobNumber;
  const { study: made, price } =
    jobNumber === undefined
      ? { study, price: await folder.find(layout.price) }
      : await readPaidJob(folder, study, jobNumber);
  const isByItself = jobNumber !== undefined && (await isJobByItself(folder, study, jobNumber));
  const { cluster } = study.execution;
  if (cluster !== undefined && !isByItself) {
    const { clusterId } = (jobNumber && (await folder.find(layout.jobCluster(jobNumber)))) || {};
    const named = clusterId === undefined ? 'its cluster' : `cluster ${clusterId}`;
    const on = clusterId === undefined ? study : await studyOfCluster(folder, study, clusterId);
    const { cluster: own } = on.execution;
    const held = await (await openHardwareBook(folder, study)).priceOf(paidHardwareOf(on));
    const hour =
      held === undefined || own?.kind !== 'own'
        ? ''
        : ` up to ${withUnit(slotHourOf(on, held) * own.slots, held.currency)} an hour`;
    return `keeps ${named} busy, which costs${hour} as long as it is on`;
  }
  if (price === undefined) return 'costs by the hour (what, the platform does not tell)';
  const spec = jobNumber && (await folder.find(layout.jobSpec(jobNumber)));
  const { slots = made.job.hardware.slots } = spec || {};
  const amount = slotHourOf(made, price) * slots;
  return `costs up to ${withUnit(amount, price.currency)} an hour`;
}
