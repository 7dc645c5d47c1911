import { UsageError } from '../../errors.ts';
import { scopes, type Scope } from '../../platform-api/transport/scope.ts';
import { isOwnPlatform, type RemotePlatform } from './platform-settings.ts';
import type { Profile } from './profile-file.ts';
import type { SettingReader } from './setting-reader.ts';

/** Requests an hour that the platform allows a token, by scope; scopes that aren't named have the usual limit. */
export type RequestLimits = Readonly<Partial<Record<Scope, number>>>;

/** Limits as `SCOPE=N,SCOPE=N`, as the setting is written. */
export function spellRequests(limits: RequestLimits): string {
  return Object.entries(limits)
    .map(([scope, perHour]) => `${scope}=${perHour}`)
    .join(',');
}

/**
 * The limits of the platform that is used: a profile's belong to its own.
 * @throws UsageError USAGE_SETTING naming what can't be read, and where it was set
 */
export function readRequests(
  reader: SettingReader,
  own: Profile['platform'],
  platform: RemotePlatform | 'embedded',
): RequestLimits {
  const name = 'platform.requests';
  const limits = isOwnPlatform(own, platform) ? own?.requests : undefined;
  const profile = limits === undefined ? undefined : spellRequests(limits);
  const text = reader.text(name, { variable: 'DOEFLOW_PLATFORM_REQUESTS', profile }, '');
  return parseRequests(text, reader.origin[name] ?? '');
}

function parseRequests(text: string, origin: string): RequestLimits {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  return Object.fromEntries(parts.map((part) => parseOne(part.trim(), origin)));
}

function parseOne(part: string, origin: string): readonly [Scope, number] {
  const [name = '', count = '', ...rest] = part.split('=').map((word) => word.trim());
  const scope = scopes.find((one) => one === name);
  const isCount = /^[1-9]\d{0,8}$/u.test(count);
  if (scope !== undefined && isCount && rest.length === 0) return [scope, Number(count)];
  throw new UsageError(
    'USAGE_SETTING',
    `Expected the setting platform.requests to be SCOPE=N with commas between, N requests an hour, got "${part}" (${origin})`,
    { hint: `Scopes: ${scopes.join(', ')}` },
  );
}
