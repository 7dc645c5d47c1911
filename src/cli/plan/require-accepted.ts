import { UsageError } from '../../errors.ts';
import { createPlatformClient, PlatformError } from '../../platform-api/index.ts';
import { readOwnPrices } from '../../host/settings/own-prices.ts';
import type { CommandContext } from '../context.ts';
import type { PlatformAddress } from '../engine/platform-access.ts';
import { readSettings } from '../engine/read-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import type { LoadedPlan } from '../load-plan.ts';
import type { CorePrice } from '../../study/cost.ts';
import { checkPlan } from './check-plan.ts';
import type { PlanProblem } from './plan-problem.ts';

/**
 * Asks the platform whether it would take the plan's jobs, before anything is kept or paid for. A platform that can't tell is no obstacle, and
 * is said so.
 * @returns the price of a core of the study's type; undefined where the platform doesn't tell
 * @throws UsageError USAGE_PLAN_REFUSED with all that it would refuse
 */
export async function requireAccepted(
  context: CommandContext,
  address: PlatformAddress,
  {
    loaded,
    isStarted = false,
  }: { readonly loaded: Pick<LoadedPlan['loaded'], 'study'>; readonly isStarted?: boolean },
): Promise<CorePrice | undefined> {
  const { output } = context;
  const client = createPlatformClient(address);
  try {
    const { problems, price } = await checkPlan(
      loaded.study,
      client,
      readOwnPrices(readSettings(context).profileFile),
      isStarted,
    );
    const errors = problems.filter(({ severity }) => severity === 'error');
    for (const problem of problems) {
      if (problem.severity === 'warning') output.warn(lineOf(problem));
    }
    if (errors.length === 0) return price;
    throw new UsageError(
      'USAGE_PLAN_REFUSED',
      ['The platform would refuse this study:', ...errors.map(lineOf)].join('\n  '),
      {
        exitCode: exitCodes.refused,
        hint: isStarted
          ? 'The study stays as it was'
          : 'Nothing was started. Check again: doeflow plan --check',
      },
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    output.warn(`Whether the platform would take this study could not be asked: ${error.message}`);
    return undefined;
  } finally {
    await client.close();
  }
}

function lineOf({ where, message, hint }: PlanProblem): string {
  return `${where}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
}
