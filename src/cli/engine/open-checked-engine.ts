import { requireToken } from '../../host/settings/platform-settings.ts';
import type { CommandContext } from '../context.ts';
import { checkPlatform } from './check-platform.ts';
import { requireMeantPlatform } from './require-meant-platform.ts';
import type { Engine } from './open-engine.ts';
import { openEngine } from './open-engine.ts';
import { readSettings } from './read-settings.ts';

/**
 * The engine, with a platform that answers and takes the token. A configured platform is asked before anything is started: a wrong
 * token is known at once.
 * @throws UsageError with exit code 2 (a token without an address), 4 or 7.
 */
export async function openCheckedEngine(context: CommandContext): Promise<Engine> {
  const settings = readSettings(context);
  requireMeantPlatform(context, settings);
  const { platform } = settings;
  if (platform !== 'embedded') {
    await checkPlatform({ baseUrl: platform.baseUrl, token: requireToken(platform) });
    return openEngine(context);
  }
  const engine = await openEngine(context);
  try {
    await checkPlatform(engine.platform);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
