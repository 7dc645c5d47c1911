import type { Settings } from '../../temporal/settings.ts';
import { homeFiles } from '../../temporal/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../temporal/supervisor/look-at-supervisor.ts';

/** True when the embedded parts of this home folder run or are starting; nothing is started for the look. */
export async function embeddedIsUp(settings: Pick<Settings, 'home'>): Promise<boolean> {
  const state = await lookAtSupervisor(homeFiles(settings.home));
  return state?.state === 'ready' || state?.state === 'starting';
}
