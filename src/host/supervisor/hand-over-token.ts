import { setTimeout as pause } from 'node:timers/promises';
import type { HomeFiles } from './home-files.ts';
import type { SupervisorState } from './protocol.ts';
import { openSupervisorLink } from './supervisor-link.ts';

/** How long a supervisor may take until all its programs are up: only then is it known which platform it works for. */
const readyMs = 15_000;
const lookMs = 50;

/**
 * Hands a renewed token to a home's supervisor, if one runs and works for this platform; its worker has it within seconds. Gives back whether
 * it was handed over.
 */
export async function handOverToken(
  files: HomeFiles,
  platform: { readonly baseUrl: string; readonly token: string },
): Promise<boolean> {
  const heard: { state?: SupervisorState; isClosed: boolean } = { isClosed: false };
  const link = await openSupervisorLink(files.socket, {
    onState: (said) => {
      heard.state = said;
    },
    onClose: () => {
      heard.isClosed = true;
    },
  });
  if (link === undefined) return false;
  const begunMs = performance.now();
  const hasTime = (): boolean => performance.now() - begunMs < readyMs && !heard.isClosed;
  const isStarting = (): boolean => heard.state === undefined || heard.state.state === 'starting';
  while (isStarting() && hasTime()) await pause(lookMs);
  // A supervisor of another platform must never see this token.
  const { state } = heard;
  const isOurs = state?.state === 'ready' && state.platformUrl === platform.baseUrl && hasTime();
  if (isOurs) {
    link.say({ type: 'hello', pid: process.pid, keep: false, platformToken: platform.token });
    link.say({ type: 'bye' });
    while (hasTime()) await pause(lookMs);
  }
  link.close();
  return isOurs;
}
