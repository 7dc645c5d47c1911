import type { Settings, SettingsFlags, SettingsInput } from '../../host/settings.ts';
import { resolveSettings } from '../../host/settings.ts';
import { unsafeWay } from '../../host/settings/platform-settings.ts';
import type { CommandContext } from '../context.ts';

/**
 * Settings from flags, environment and profile; the token is hidden from all output from here on.
 * @param own flags that only this verb has
 */
export function readSettings(context: CommandContext, own: SettingsFlags = {}): Settings {
  const settings = resolveSettings(settingsInputOf(context, own));
  if (settings.platform !== 'embedded' && settings.platform.token !== undefined) {
    context.output.hide(settings.platform.token);
  }
  if (settings.platform !== 'embedded') warnOnce(context, settings.platform.baseUrl);
  return settings;
}

/** What the settings of a command are read from. */
export function settingsInputOf(
  { flags: { insecureHttp, ...flags }, env, cwd }: Pick<CommandContext, 'flags' | 'env' | 'cwd'>,
  own: SettingsFlags = {},
): SettingsInput {
  return {
    flags: { ...flags, ...(insecureHttp === true ? { insecureHttp: 'on' } : {}), ...own },
    env,
    cwd,
  };
}

const warned = new WeakSet<CommandContext>();

/** Says what makes the way to the platform unsafe, once for a command. */
function warnOnce(context: CommandContext, baseUrl: string): void {
  if (warned.has(context)) return;
  warned.add(context);
  for (const sentence of unsafeWay(baseUrl, context.env)) context.output.warn(sentence);
}
