import type { Settings } from '../../host/settings.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../host/supervisor/look-at-supervisor.ts';

/** True when the embedded parts of this home folder run or are starting; nothing is started for the look. */
export async function embeddedIsUp(settings: Pick<Settings, 'home'>): Promise<boolean> {
  const state = await lookAtSupervisor(homeFiles(settings.home));
  return state?.state === 'ready' || state?.state === 'starting';
}
