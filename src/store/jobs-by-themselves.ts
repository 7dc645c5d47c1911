/** Jobs of a study with a cluster of its own that were sent without it, as the platform had refused it: they are paid for by themselves. */
import type { DocumentFolder } from '../objects/index.ts';
import type { Study } from '../study/study.ts';
import { layout } from './layout.ts';

/** Their numbers; none for a study that makes no cluster. */
export async function readJobsByThemselves(
  folder: Pick<DocumentFolder, 'list'>,
  { execution }: Pick<Study, 'execution'>,
): Promise<ReadonlySet<number>> {
  if (execution.cluster?.kind !== 'own') return new Set();
  const { objects } = await folder.list(layout.allJobs);
  const numbers = (form: RegExp): readonly number[] =>
    objects.flatMap((name) => form.exec(name)?.[1] ?? []).map(Number);
  const onCluster = new Set(numbers(/^(\d+)-cluster\.json$/u));
  return new Set(numbers(/^(\d+)-submit\.json$/u).filter((job) => !onCluster.has(job)));
}

/** Whether this job is one of them. */
export async function isJobByItself(
  folder: Pick<DocumentFolder, 'has'>,
  { execution }: Pick<Study, 'execution'>,
  jobNumber: number,
): Promise<boolean> {
  return (
    execution.cluster?.kind === 'own' &&
    (await folder.has(layout.submitTried(jobNumber))) &&
    !(await folder.has(layout.jobCluster(jobNumber)))
  );
}
