import type { Settings, SettingsFlags } from '../../host/settings.ts';
import { resolveSettings } from '../../host/settings.ts';
import type { CommandContext } from '../context.ts';

/**
 * Settings from flags, environment and profile; the token is hidden from all output from here on.
 * @param own flags that only this verb has
 */
export function readSettings(context: CommandContext, own: SettingsFlags = {}): Settings {
  const settings = resolveSettings({
    flags: { ...context.flags, ...own },
    env: context.env,
    cwd: context.cwd,
  });
  if (settings.platform !== 'embedded' && settings.platform.token !== undefined) {
    context.output.hide(settings.platform.token);
  }
  return settings;
}
