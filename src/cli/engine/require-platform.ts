/** The platform to ask, where there is a token for it: workers elsewhere have their own, and most verbs need none. */
import { requireToken } from '../../host/settings/platform-settings.ts';
import type { Settings } from '../../host/settings.ts';
import type { Store } from '../../store/index.ts';
import { platformAccess, type PlatformAddress } from './platform-access.ts';

/** The configured platform, which can be asked while no engine is up; undefined for the local one, and without a token. */
export function configuredPlatform(
  settings: Pick<Settings, 'platform' | 'requests'>,
  store: Store,
): PlatformAddress | undefined {
  const { platform } = settings;
  if (platform === 'embedded' || platform.token === undefined) return undefined;
  const { baseUrl, token } = platform;
  return platformAccess(settings, { baseUrl, token }, () => Promise.resolve(store));
}

/** The engine's platform, for who asks it. @throws UsageError USAGE_TOKEN, exit code 4, where there is no token for it */
export function requirePlatform({
  settings,
  platform,
}: {
  readonly settings: Pick<Settings, 'platform'>;
  readonly platform: PlatformAddress | undefined;
}): PlatformAddress {
  if (platform !== undefined) return platform;
  if (settings.platform === 'embedded')
    throw new Error('Expected the platform of this home, got none');
  return { baseUrl: settings.platform.baseUrl, token: requireToken(settings.platform) };
}
