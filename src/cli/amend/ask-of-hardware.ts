import { readOwnPrices } from '../../host/settings/own-prices.ts';
import { PlatformError } from '../../platform-api/index.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { openPlatform } from '../engine/open-platform.ts';
import { readSettings } from '../engine/read-settings.ts';
import { requireMeantPlatform } from '../engine/require-meant-platform.ts';
import { checkPlan, type PlanCheck } from '../plan/check-plan.ts';

/** What the platform says of a study with other hardware; undefined where it can't be asked, which is told. */
export async function askOfHardware(
  context: CommandContext,
  study: Study,
): Promise<PlanCheck | undefined> {
  const settings = readSettings(context);
  requireMeantPlatform(context, settings);
  const platform = await openPlatform(context, { looksOnly: true });
  try {
    return await checkPlan(study, platform.client, readOwnPrices(settings.profileFile), true);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    context.output.warn(`What the platform says of that hardware is not known: ${error.message}`);
    return undefined;
  } finally {
    await platform.close();
  }
}
