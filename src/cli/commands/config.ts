import type { Settings } from '../../host/settings.ts';
import { readSettings } from '../engine/read-settings.ts';
import type { DefineVerb } from '../define-verb.ts';

interface ConfigOptions {
  readonly showOrigin?: boolean;
}

/** `doeflow config`: the settings of this invocation, and with `--show-origin` where each came from. */
export const verb: DefineVerb = (command, context) => {
  command
    .option('--show-origin', 'also where each value came from')
    .addHelpText('after', () => exampleFile)
    .action((options: ConfigOptions) => {
      const settings = readSettings(context);
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
  profile: acme                     # the one used when none is named
  profiles:
    acme:
      platform: {baseUrl: https://platform.example.com}
      temporal: {address: temporal.example.com:7233, namespace: studies}
A flag comes before the environment, the environment before the profile, the profile before the embedded default.`;

/** Settings by the names that `origin` uses; the token itself is never among them. */
function settingRows(settings: Settings): readonly (readonly [string, string])[] {
  const { platform, temporal } = settings;
  return [
    ['profile', settings.profile],
    ['profileFile', settings.profileFile],
    ['home', settings.home],
    ['store', settings.storeDirectory],
    ['platform.baseUrl', platform === 'embedded' ? 'embedded' : platform.baseUrl],
    [
      'platform.token',
      platform === 'embedded' ? 'its own' : platform.token === undefined ? 'missing' : 'set',
    ],
    [
      'temporal',
      temporal === 'embedded' ? 'embedded' : `${temporal.address}, namespace ${temporal.namespace}`,
    ],
    ['temporalPath', settings.temporalPath ?? 'found by itself'],
    ['poll.minMs', String(settings.poll.minMs)],
    ['poll.maxMs', String(settings.poll.maxMs)],
  ];
}
