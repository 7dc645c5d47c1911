/** Whether `summary.json` says the limit of the cost that held at the study's end. */
import { findCostLimit, layout, readCostLimits } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';

/** Of a study that was given another limit, or amended, since its end, any limit that it ever had may have held then. */
export async function auditSummaryLimit(
  { folder, study, end }: StudyRecords,
  book: AuditBook,
): Promise<void> {
  if (end !== 'over') return;
  const cost = (await folder.find(layout.summary))?.cost;
  const left = (await folder.find(layout.records))?.files;
  if (cost === undefined || left === undefined) return;
  const now = (await findCostLimit(folder, study))?.amount;
  const { maxCost: told } = cost;
  if (told === now) return;
  const further = await Promise.all(
    [layout.allCostLimits, layout.allRevisions].map(async ({ prefix }) => {
      const { objects } = await folder.list({ prefix });
      return objects.some((name) => !Object.hasOwn(left, `${prefix}${name}`));
    }),
  );
  const earlier = [
    study.execution.maxCost?.amount,
    ...(await readCostLimits(folder)).map(({ limit }) => limit?.amount),
  ];
  if (further.includes(true) && [undefined, ...earlier].some((amount) => amount === told)) return;
  book.tell(
    'contradiction',
    `${layout.summary.name}: cost.maxCost`,
    `says ${JSON.stringify(told) ?? 'nothing'}, and by the study file and the limits that were set it is ${now ?? 'nothing'}`,
  );
}
