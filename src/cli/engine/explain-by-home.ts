import { homeFaultOf, homeRefused } from '../../host/supervisor/home-fault.ts';
import type { Settings } from '../../host/settings.ts';
import type { CommandContext } from '../context.ts';
import { grpcStatusOf } from '../exit-codes.ts';
import { readSettings } from './read-settings.ts';

/**
 * Where a command gives orders to our own Temporal server, which has to write them down.
 * @throws UsageError USAGE_HOME_REFUSED, exit code 2, where its home takes nothing
 */
export function requireWritableHome({ home, temporal }: Pick<Settings, 'home' | 'temporal'>): void {
  const fault = temporal === 'embedded' ? homeFaultOf(home) : undefined;
  if (fault !== undefined) throw homeRefused(home, fault);
}

/** An error of our own Temporal server as what is wrong with the home that its database is in, where something is; any other error as it is. */
export function explainByHome(error: unknown, context: CommandContext): unknown {
  if (grpcStatusOf(error) === undefined) return error;
  const { home, temporal } = readSettings(context);
  const fault = temporal === 'embedded' ? homeFaultOf(home) : undefined;
  return fault === undefined ? error : homeRefused(home, fault);
}
