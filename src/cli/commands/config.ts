import { embeddedProfile } from '../../host/settings/choose-profile.ts';
import { readProfileFile } from '../../host/settings/profile-file.ts';
import { readSettings } from '../engine/read-settings.ts';
import { settingRows } from '../setting-rows.ts';
import type { DefineVerb } from '../define-verb.ts';

interface ConfigOptions {
  readonly showOrigin?: boolean;
  readonly profiles?: boolean;
}

/** `doeflow config`: the settings of this invocation, and with `--show-origin` where each came from. */
export const verb: DefineVerb = (command, context) => {
  command
    .option('--show-origin', 'also show where each value comes from')
    .option('--profiles', 'list the profiles that there are')
    .addHelpText('after', () => exampleFile)
    .action((options: ConfigOptions) => {
      const settings = readSettings(context);
      if (options.profiles === true) {
        const known = readProfileFile(settings.profileFile).profiles ?? {};
        const names = [...new Set([...Object.keys(known), embeddedProfile])];
        const human = [{ kind: 'text', lines: names }] as const;
        context.output.show({ json: names, human, quiet: names.join('\n') });
        return;
      }
      const rows = settingRows(settings);
      const origin = (name: string): string => settings.origin[name] ?? 'default';
      context.output.show({
        json: Object.fromEntries(
          rows.map(([name, value]) => [name, { value, origin: origin(name) }]),
        ),
        human: [
          options.showOrigin === true
            ? {
                kind: 'table',
                head: ['setting', 'value', 'from'],
                rows: rows.map(([name, value]) => [name, value, origin(name)]),
              }
            : { kind: 'facts', rows },
        ],
        quiet: rows.map(([name, value]) => `${name}=${value}`).join('\n'),
      });
    });
};

const exampleFile = `
Profile file (config.yaml in the settings folder, or DOEFLOW_CONFIG):
  profile: acme                     # used when --profile is not given
  profiles:
    acme:
      platform: {baseUrl: https://platform.example.com}
      temporal: {address: temporal.example.com:7233, namespace: studies}
A value is taken from the first of these that has it: flag, environment variable, profile, embedded default.`;
