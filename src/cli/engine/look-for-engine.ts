import { UsageError } from '../../errors.ts';
import { homeFaultOf } from '../../host/supervisor/home-fault.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../host/supervisor/look-at-supervisor.ts';
import { homeTrouble, temporalTrouble, type Trouble } from '../../run/trouble.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from './open-engine.ts';
import { openEngineIfUp } from './open-engine-if-up.ts';
import { readSettings } from './read-settings.ts';

/** Who only looks is told within seconds that nobody answers. */
const patienceMs = 6_000;

/**
 * The engine for a look, where it is running already. A Temporal server of our own that doesn't answer, or a home that the system refuses, is a finding, not an error: then
 * there is no engine, and the trouble says why. A server whose disk is full may answer, but wrongly: it isn't asked.
 */
export async function lookForEngine(
  context: CommandContext,
): Promise<{ readonly engine?: Engine | undefined; readonly trouble?: Trouble }> {
  const since = context.now().toISOString();
  const { home, temporal } = readSettings(context);
  // Its parts may be down because of it, while a command still tries to start them again.
  const fault = temporal === 'embedded' ? homeFaultOf(home) : undefined;
  if (fault !== undefined) {
    const state = await lookAtSupervisor(homeFiles(home));
    if (state?.state !== 'ready' && state?.state !== 'starting') {
      return { trouble: homeTrouble(fault, since, false) };
    }
    return { trouble: homeTrouble(fault, state.homeRefusedSince ?? since, true) };
  }
  try {
    return { engine: await openEngineIfUp(context, patienceMs) };
  } catch (error) {
    if (!(error instanceof UsageError) || error.code !== 'USAGE_TEMPORAL_LATE') throw error;
    return { trouble: temporalTrouble({ lastError: error.message, since, embedded: true }) };
  }
}
