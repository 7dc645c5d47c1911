import type { PlatformContext } from '../context.ts';
import { customFieldsOf } from '../database/custom-field-store.ts';
import { findFile } from '../database/file-store.ts';
import { changeJob, findJob, type JobRow } from '../database/job-store.ts';
import { appendToLedger } from '../database/ledger.ts';
import { appendStatus } from '../database/status-history.ts';
import { badRequest } from '../http/problem.ts';
import { FieldErrors } from '../validation/body-reader.ts';

/**
 * Submits a saved job, onto its persistent cluster when it has one. A job that was submitted before stays as it is; the ledger
 * notes each further try.
 *
 * @throws Problem 400 when the job was submitted before, a required custom field is unset, an input file is gone or its cluster is.
 */
export async function submitJob(
  context: PlatformContext,
  job: JobRow,
  clusterId: string | null = job.clusterId,
): Promise<void> {
  if (job.status !== null) return refuseAgain(context, job);
  checkRequiredFields(context, job);
  checkFiles(context, job);
  const { database } = context;
  const submitted = await database.write(() => {
    // Of two submits at the same time, the second finds the first one's effect.
    if (findJob(database, job.id)?.status !== null) return false;
    const at = context.now();
    changeJob(database, job.id, {
      ...{ status: 'Pending', cluster_id: clusterId },
      ...(clusterId === null ? { cluster_status: 'Not Started' } : {}),
    });
    appendStatus(database, `job:${job.id}`, 'Pending', at);
    if (clusterId === null) appendStatus(database, `job-cluster:${job.id}`, 'Not Started', at);
    appendToLedger(database, at, 'job submitted', job.id, { clusterId });
    return true;
  });
  if (!submitted) return refuseAgain(context, job);
  context.scheduler.wakeJob(job.id);
}

/** @throws Problem 400, always. */
async function refuseAgain({ database, now }: PlatformContext, job: JobRow): Promise<never> {
  await database.write(() => {
    appendToLedger(database, now(), 'job submitted again', job.id);
  });
  throw badRequest({ detail: 'The job has already been submitted.' });
}

function checkRequiredFields(context: PlatformContext, job: JobRow): void {
  if (!context.catalogue.workspace.customFields.isEnabled) return;
  const missing = customFieldsOf(context.database, job.id).filter(
    ({ definition, value }) => definition.isRequired && value === null,
  );
  if (missing.length === 0) return;
  throw badRequest({
    customFields: Object.fromEntries(
      missing.map(({ definition }) => [definition.name, ['This field is required.']]),
    ),
  });
}

function checkFiles(context: PlatformContext, job: JobRow): void {
  const errors = new FieldErrors();
  const check = (id: string | null, path: (string | number)[]): void => {
    if (id !== null && findFile(context.database, id) === undefined) {
      errors.add(path, `File ${id} was deleted.`);
    }
  };
  check(job.record.paramFile, ['paramFile']);
  check(job.record.caseFile, ['caseFile']);
  job.record.jobanalyses.forEach((analysis, i) => {
    const under = (...path: (string | number)[]) => ['jobanalyses', i, ...path];
    analysis.inputFiles.forEach(({ id }, j) => check(id, under('inputFiles', j)));
    analysis.templateTasks.forEach((t, j) => check(t.templateFile, under('templateTasks', j)));
    check(analysis.preProcessScript, under('preProcessScript'));
    check(analysis.postProcessScript, under('postProcessScript'));
  });
  errors.throwIfAny();
}
