import { requireToken } from '../../host/settings/platform-settings.ts';
import type { CommandContext } from '../context.ts';
import { checkPlatform } from './check-platform.ts';
import { requireWritableHome } from './explain-by-home.ts';
import { requireMeantPlatform } from './require-meant-platform.ts';
import type { Engine, EngineOptions } from './open-engine.ts';
import { openEngine } from './open-engine.ts';
import { readSettings } from './read-settings.ts';
import { requireSamePlatform } from './other-platforms.ts';
import { requireSameStore } from './other-stores.ts';
import { requirePlatform } from './require-platform.ts';
import { requireSameKeys } from './require-same-keys.ts';

/**
 * The engine, with a platform that answers and takes the token, and workers that believe what this command line sends. A configured platform
 * is asked before anything is started: a wrong token is known at once.
 * @throws UsageError with exit code 2 (a token without an address), 4 or 7.
 */
export async function openCheckedEngine(
  context: CommandContext,
  options: EngineOptions = {},
): Promise<Engine> {
  const settings = readSettings(context);
  requireMeantPlatform(context, settings);
  requireWritableHome(settings);
  const { platform } = settings;
  if (platform !== 'embedded') {
    await checkPlatform({ baseUrl: platform.baseUrl, token: requireToken(platform) });
  }
  const engine = await openEngine(context, options);
  try {
    if (platform === 'embedded') await checkPlatform(requirePlatform(engine));
    if (!engine.embedded) {
      await requireSameKeys(context, engine);
      await requireSameStore(engine);
      await requireSamePlatform(context, engine);
    }
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
