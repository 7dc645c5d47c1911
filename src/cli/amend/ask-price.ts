import { EngineError } from '../../errors.ts';
import { readOwnPrices } from '../../host/settings/own-prices.ts';
import { priceOfCore, readPriceList } from '../../platform-api/index.ts';
import type { CorePrice } from '../../study/cost.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { openPlatform } from '../engine/open-platform.ts';
import { readSettings } from '../engine/read-settings.ts';

/** What a core hour of the study's jobs costs, as the platform or the profile tells; undefined where it can't be had, which stops nothing. */
export async function askPrice(
  context: CommandContext,
  { job }: Study,
): Promise<CorePrice | undefined> {
  const { coreType } = job.hardware;
  const settings = readSettings(context);
  // Whose platform is meant isn't known.
  if (coreType === undefined || settings.unusedPlatform?.kind === 'token') return undefined;
  try {
    const platform = await openPlatform(context, { looksOnly: true });
    try {
      const list = await readPriceList(platform.client);
      const isLow = job.fields['isLowPriority'] === true;
      return priceOfCore(coreType, list, isLow) ?? readOwnPrices(settings.profileFile)[coreType];
    } finally {
      await platform.close();
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return undefined;
  }
}
