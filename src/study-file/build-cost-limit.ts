import { mostHoursOfCluster, mostHoursOfJob } from '../study/budget.ts';
import type { CostLimit } from '../study/cost-limit.ts';
import type { Study } from '../study/study.ts';
import type { IssueList } from './issues.ts';

const place = ['execution', 'maxCost'];
const form = /^(?<amount>\d+(?:\.\d+)?)(?: (?<currency>[A-Z]{3}))?$/u;

/** Reads an amount such as `200` or `200 USD`; undefined for any other text. */
export function parseCostLimit(written: string | number): CostLimit | undefined {
  const found = form.exec(typeof written === 'number' ? String(written) : written.trim());
  const amount = Number(found?.groups?.['amount']);
  const currency = found?.groups?.['currency'];
  if (!(amount > 0)) return undefined;
  return { amount, ...(currency === undefined ? {} : { currency }) };
}

/** `maxCost` as written. */
export function buildCostLimit(
  written: string | number | undefined,
  issues: IssueList,
): CostLimit | undefined {
  if (written === undefined) return undefined;
  const limit = parseCostLimit(written);
  if (limit === undefined) {
    issues.at(
      place,
      `Expected an amount greater than 0, with or without its currency, got ${JSON.stringify(written)}`,
      'such as 200 or 200 USD',
    );
  }
  return limit;
}

/** A limit holds only where something bounds what a job, or the cluster, takes. */
export function checkCostBound(study: Pick<Study, 'job' | 'execution'>, issues: IssueList): void {
  const { cluster, maxCost } = study.execution;
  if (maxCost === undefined) return;
  const isBound = cluster?.kind === 'own' ? mostHoursOfCluster(study) : mostHoursOfJob(study);
  if (isBound !== undefined) return;
  issues.at(
    place,
    'Nothing bounds what a job of this study may cost, so maxCost could not be held',
    cluster?.kind === 'own'
      ? 'Give the cluster a walltime in hours, such as walltime: 8'
      : 'Give job.hardware a walltime in hours, such as walltime: 1',
  );
}
