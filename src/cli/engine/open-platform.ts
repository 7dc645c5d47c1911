import { allowWait } from '../../patience.ts';
import { createPlatformClient } from '../../platform-api/index.ts';
import type { PlatformClient, PlatformClientOptions } from '../../platform-api/index.ts';
import { requireToken } from '../../host/settings/platform-settings.ts';
import type { CommandContext } from '../context.ts';
import { openOwnStore } from './open-own-store.ts';
import { platformAccess, type PlatformAddress } from './platform-access.ts';
import { readSettings } from './read-settings.ts';
import { requirePlatform } from './require-platform.ts';

export interface PlatformLink extends PlatformAddress {
  readonly client: PlatformClient;
  close(): Promise<void>;
}

/**
 * A client of the configured platform, or of the embedded one, which is started when it isn't running.
 * @param options.looksOnly no worker is started with an embedded one: what is open doesn't go on
 * @param options.answerMs for so long an answer is waited for, with all repeats of a read; default: as the client's own limits are
 * @throws UsageError with exit code 4 when there is no token.
 */
export async function openPlatform(
  context: CommandContext,
  {
    answerMs,
    looksOnly = false,
  }: { readonly answerMs?: number; readonly looksOnly?: boolean } = {},
): Promise<PlatformLink> {
  const options = answerMs === undefined ? {} : giveUpAfter(answerMs);
  if (answerMs !== undefined) allowWait(answerMs);
  const settings = readSettings(context);
  if (settings.platform !== 'embedded') {
    const { baseUrl } = settings.platform;
    const token = requireToken(settings.platform);
    const address = platformAccess(settings, { baseUrl, token }, () => openOwnStore(context));
    const client = createPlatformClient({ ...options, ...address });
    return { ...address, client, close: () => client.close() };
  }
  const { openEngine } = await import('./open-engine.ts');
  const engine = await openEngine(context, { looksOnly });
  const address = requirePlatform(engine);
  const client = createPlatformClient({ ...options, ...address });
  return {
    ...address,
    client,
    close: async () => {
      await client.close();
      await engine.close();
    },
  };
}

/** An upload has the time that its size needs, as always. */
function giveUpAfter(answerMs: number): Partial<PlatformClientOptions> {
  const timeouts = {
    ...{ callMs: answerMs, allTriesMs: answerMs, headersMs: answerMs, bodyMs: answerMs },
    longestBudgetWaitMs: Math.min(answerMs, 20_000),
  };
  return { timeouts };
}
