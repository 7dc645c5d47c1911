import { UsageError } from '../../errors.ts';
import { embeddedProfile, type Settings } from '../../host/settings.ts';
import type { CommandContext } from '../context.ts';

/**
 * Makes sure that nobody's work goes to the local platform who means another one. Profiles of platforms that aren't chosen are told.
 * @throws UsageError USAGE_PLATFORM_URL, exit code 2, where there is a token, but no address that it is for
 */
export function requireMeantPlatform(
  { output }: Pick<CommandContext, 'output'>,
  { unusedPlatform }: Pick<Settings, 'unusedPlatform'>,
): void {
  if (unusedPlatform?.kind === 'token') {
    throw new UsageError(
      'USAGE_PLATFORM_URL',
      'DOEFLOW_PLATFORM_TOKEN is set, but the address of its platform is not: this would work on the local platform of this machine',
      {
        hint: `Set DOEFLOW_PLATFORM_URL too, or name a profile with --profile. The local platform, if you mean that: --profile ${embeddedProfile}`,
      },
    );
  }
  if (unusedPlatform?.kind === 'profiles') {
    const [first = ''] = unusedPlatform.names;
    output.note(
      `This is the local platform of this machine, which costs nothing. There are profiles of others (${unusedPlatform.names.join(', ')}): such as --profile ${first}`,
    );
  }
}
