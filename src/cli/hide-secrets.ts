/** No command prints a token of its user, whether it needs one or not: a study, a log or an answer may hold it. */
import { UsageError } from '../errors.ts';
import { homeSecret } from '../host/own-places.ts';
import type { CommandContext } from './context.ts';
import { readSettings } from './engine/read-settings.ts';

/** Hides the token of the platform that is configured and that of the local one. Settings with mistakes are told by the command that needs them. */
export function hideSecrets(context: CommandContext): void {
  try {
    const { home } = readSettings(context);
    const secret = homeSecret(home);
    if (secret !== undefined) context.output.hide(secret);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
}
