import { UsageError } from '../../errors.ts';
import { smallOutputWays, usualSmallOutputs, type SmallOutputs } from '../../small-outputs.ts';
import { isOwnPlatform, type RemotePlatform } from './platform-settings.ts';
import type { Profile } from './profile-file.ts';
import type { SettingReader } from './setting-reader.ts';

/**
 * How small outputs come from the platform that is used. A profile's word is for its own platform, as it may add a step to what is paid for.
 * @throws UsageError USAGE_SETTING for a word that stands for no way
 */
export function readSmallOutputs(
  reader: SettingReader,
  own: Profile['platform'],
  platform: RemotePlatform | 'embedded',
): SmallOutputs {
  const name = 'platform.smallOutputs';
  const profile = isOwnPlatform(own, platform) ? own?.smallOutputs : undefined;
  const text = reader.text(name, { variable: 'DOEFLOW_SMALL_OUTPUTS', profile }, usualSmallOutputs);
  const way = smallOutputWays.find((one) => one === text);
  if (way !== undefined) return way;
  throw new UsageError(
    'USAGE_SETTING',
    `Expected the setting ${name} to be ${smallOutputWays.join(', ')}, got "${text}" (${reader.origin[name]})`,
    { hint: 'Change it there, or leave it away: see docs/request-limits.md' },
  );
}
