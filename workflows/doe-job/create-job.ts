/** From a job's files to the saved job on the platform. */
import type { ActivityProxies } from '../activity-proxies.ts';
import { doOnce, type OnceOptions } from '../failures.ts';
import { preparationOf, type DoeJobInput } from './doe-job-input.ts';
import type { StudyReporter } from './study-reporter.ts';

/** Prepares the job, sends its files and saves it on the platform, once. @returns the platform's id of it */
export async function createJob(
  input: DoeJobInput,
  { step, transfer, once, read }: ActivityProxies,
  reporter: StudyReporter,
): Promise<string> {
  const { studyId, jobNumber } = input;
  const target = { studyId, jobNumber };
  reporter.phase('creating');
  const { runs, files } = await step.prepareJob(preparationOf(input));
  reporter.runs(runs);
  for (const name of files) await transfer.uploadJobFile({ ...target, name });
  const onCluster = input.clusterId !== undefined;
  let found: readonly string[] = [];
  const jobId = await doOnce({
    ...onceOptions(input, reporter),
    attempt: async () => (await once.createJob({ ...target, onCluster })).jobId,
    find: async () => {
      ({ jobIds: found } = await read.findJob(target));
      return found[0];
    },
  });
  tellOfOthers(reporter, input, { jobId, found });
  return jobId;
}

/** How an effect of the job is tried. */
export function onceOptions(
  { pace }: Pick<DoeJobInput, 'pace'>,
  { trouble }: StudyReporter,
): Pick<OnceOptions<unknown>, 'lagMs' | 'retryMs' | 'onTrouble'> {
  return { lagMs: pace.listLagMs, retryMs: pace.retryMs, onTrouble: trouble };
}

/** A create that arrived twice left a second saved job: someone may want to delete it. */
export function tellOfOthers(
  reporter: StudyReporter,
  { jobNumber }: Pick<DoeJobInput, 'jobNumber'>,
  { jobId, found }: { readonly jobId: string; readonly found: readonly string[] },
): void {
  const others = found.filter((id) => id !== jobId);
  if (others.length === 0) return;
  reporter.note(
    `The platform has job ${jobNumber} more than once: ${jobId} is used, and not ${others.join(', ')}. One that was never submitted costs nothing ` +
      `and can be deleted: ${others.map((id) => `doeflow api GET jobs/${id}/statuses shows it, doeflow api DELETE jobs/${id}`).join('; ')}`,
  );
}
