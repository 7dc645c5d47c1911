import { UsageError } from '../../errors.ts';
import { resolveSettings } from '../../host/settings.ts';
import type { CommandContext } from '../context.ts';
import { settingsInputOf } from './read-settings.ts';

/** The profile that a command without `--profile` has; undefined where the settings have mistakes. */
export function usualProfile({
  env,
  cwd,
}: Pick<CommandContext, 'env' | 'cwd'>): string | undefined {
  try {
    return resolveSettings(settingsInputOf({ flags: {}, env, cwd })).profile;
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
