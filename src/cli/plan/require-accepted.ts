import { UsageError } from '../../errors.ts';
import { createPlatformClient, PlatformError } from '../../platform-api/index.ts';
import type { CommandContext } from '../context.ts';
import type { PlatformAddress } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import type { LoadedPlan } from '../load-plan.ts';
import { unknownCost, type CostRange } from '../../study/cost.ts';
import type { Plan } from '../../study/plan.ts';
import { checkPlan, type PlanProblem } from './check-plan.ts';

/**
 * Asks the platform whether it would take the plan's jobs, before anything is kept or paid for. A platform that can't tell is no obstacle, and
 * is said so.
 * @returns the most that its jobs can cost
 * @throws UsageError USAGE_PLAN_REFUSED with all that it would refuse
 */
export async function requireAccepted(
  { output }: CommandContext,
  address: PlatformAddress,
  { loaded, plan }: { readonly loaded: Pick<LoadedPlan['loaded'], 'study'>; readonly plan: Plan },
): Promise<CostRange> {
  const client = createPlatformClient(address);
  try {
    const { problems, cost } = await checkPlan(loaded.study, plan, client);
    const errors = problems.filter(({ severity }) => severity === 'error');
    for (const problem of problems) if (!errors.includes(problem)) output.warn(lineOf(problem));
    if (errors.length === 0) return cost;
    throw new UsageError(
      'USAGE_PLAN_REFUSED',
      ['The platform would refuse this study:', ...errors.map(lineOf)].join('\n  '),
      {
        exitCode: exitCodes.refused,
        hint: 'Nothing was started. Check again: doeflow plan --check',
      },
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    output.warn(`Whether the platform would take this study could not be asked: ${error.message}`);
    return unknownCost;
  } finally {
    await client.close();
  }
}

function lineOf({ where, message, hint }: PlanProblem): string {
  return `${where}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
}
