import { UsageError } from '../../errors.ts';
import { embeddedProfile } from '../../host/settings.ts';
import {
  isInsecure,
  requireSecure,
  spellBaseUrl,
  unsafeWay,
} from '../../host/settings/platform-settings.ts';
import {
  readProfileFile,
  requireProfileName,
  writeProfilePlatform,
} from '../../host/settings/profile-file.ts';
import { handOverToken } from '../../host/supervisor/hand-over-token.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import { restoreTokenFile, tokenFileText, writeTokenFile } from '../../host/settings/token-file.ts';
import { parseToken } from '../../token.ts';
import { askSecret, readAllInput } from '../ask.ts';
import { checkPlatform } from '../engine/check-platform.ts';
import { readSettings } from '../engine/read-settings.ts';
import { profilePaths } from '../engine/profile-paths.ts';
import { otherOwnerWords, ownerBefore, ownerOf } from '../engine/token-owner.ts';
import type { DefineVerb } from '../define-verb.ts';

interface LoginOptions {
  readonly tokenStdin?: boolean;
  readonly default?: boolean;
}

/** `doeflow login`: saves a platform's address and token in a profile, after the platform accepted the token. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<url>', 'address of the platform')
    .option('--token-stdin', 'read the token from standard input')
    .option('--default', 'use this profile whenever --profile is not given')
    .action(async (url: string, options: LoginOptions) => {
      const { output, flags } = context;
      const profile = flags.profile ?? 'default';
      if (profile === embeddedProfile) {
        throw new UsageError('USAGE_PROFILE', `The profile name "${embeddedProfile}" is reserved`, {
          hint: 'Give the profile another name',
        });
      }
      requireProfileName(profile);
      const { profileFile, tokenFile } = profilePaths(context, profile);
      // What is wrong with it is told before a token is asked for.
      readProfileFile(profileFile);
      const baseUrl = spellBaseUrl(url, 'The platform’s address');
      const insecureHttp =
        flags.insecureHttp === true || context.env['DOEFLOW_INSECURE_HTTP'] === 'on';
      requireSecure(baseUrl, 'The platform’s address', insecureHttp);
      for (const sentence of unsafeWay(baseUrl, context.env)) output.warn(sentence);
      const text =
        options.tokenStdin === true
          ? await readAllInput(context)
          : await askSecret(context, `Token for ${baseUrl}: `);
      const reading = parseToken(
        text,
        options.tokenStdin === true ? 'standard input' : 'the answer',
      );
      if ('problem' in reading) {
        throw new UsageError('USAGE_TOKEN', reading.problem, {
          exitCode: 4,
          hint: 'Copy the token again from the platform’s settings',
        });
      }
      const { token } = reading;
      output.hide(token);
      await checkPlatform({ baseUrl, token });
      const owner = await ownerOf({ baseUrl, token });
      const before = await ownerBefore({ profile, profileFile, baseUrl, token }, context);
      const tokenBefore = tokenFileText(tokenFile);
      writeTokenFile(tokenFile, token);
      try {
        writeProfilePlatform(profileFile, profile, baseUrl, {
          makeDefault: options.default === true,
          insecureHttp: isInsecure(baseUrl),
        });
      } catch (error) {
        restoreTokenFile(tokenFile, tokenBefore);
        throw error;
      }
      if (owner !== undefined && before !== undefined && before !== owner) {
        output.warn(otherOwnerWords({ profile, owner, before }));
      }
      // A study that waits for this token goes on at once.
      const { home, temporal } = readSettings(context);
      const handedOver = await handOverToken(homeFiles(home), { baseUrl, token });
      if (handedOver) output.note('The running worker has the new token; open studies go on.');
      if (temporal !== 'embedded') {
        output.note(
          `A running worker of the profile ${profile} on this machine reads the token within seconds once the old one is refused, or where it waits for workers of another account. One on another machine needs its own login there; one that has its token by DOEFLOW_PLATFORM_TOKEN must be started again with this one.`,
        );
      }
      output.show({
        json: { profile, baseUrl, owner: owner ?? null, tokenFile, handedOver },
        human: [
          {
            kind: 'facts',
            rows: [
              ['profile', profile],
              ['platform', baseUrl],
              ...(owner === undefined ? [] : [['user', owner] as const]),
              ['token', `${tokenFile} (mode 600)`],
            ],
          },
          {
            kind: 'next',
            commands: [
              `doeflow doctor --profile ${profile}`,
              `doeflow run STUDY --profile ${profile}`,
            ],
          },
        ],
        quiet: profile,
      });
    });
};
