import type { HomeFiles } from './home-files.ts';
import type { SupervisorState } from './protocol.ts';
import { openSupervisorLink } from './supervisor-link.ts';

/** Longest wait for its first word. */
const patienceMs = 5000;

/**
 * Gives back what a home's supervisor says of itself, without starting one or holding a lease; undefined when none runs, or the one that
 * runs does not answer.
 */
export async function lookAtSupervisor(files: HomeFiles): Promise<SupervisorState | undefined> {
  let hear: (state: SupervisorState | undefined) => void;
  const heard = new Promise<SupervisorState | undefined>((resolve) => {
    hear = resolve;
  });
  const link = await openSupervisorLink(files.socket, {
    onState: (state) => hear(state),
    onClose: () => hear(undefined),
  });
  if (link === undefined) return undefined;
  const timeout = setTimeout(() => hear(undefined), patienceMs);
  const state = await heard;
  clearTimeout(timeout);
  link.close();
  return state;
}
