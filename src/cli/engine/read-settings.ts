import type { Settings } from '../../host/settings.ts';
import { resolveSettings } from '../../host/settings.ts';
import type { CommandContext } from '../context.ts';

/** Settings from flags, environment and profile; the token is hidden from all output from here on. */
export function readSettings(context: CommandContext): Settings {
  const settings = resolveSettings({
    flags: context.flags,
    env: context.env,
    cwd: context.cwd,
  });
  if (settings.platform !== 'embedded' && settings.platform.token !== undefined) {
    context.output.hide(settings.platform.token);
  }
  return settings;
}
