import { UsageError } from '../../errors.ts';
import type { Settings } from '../../host/settings.ts';
import { homeFaultOf } from '../../host/supervisor/home-fault.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../host/supervisor/look-at-supervisor.ts';

/** True when the embedded parts of this home folder run or are starting; nothing is started for the look. */
export async function embeddedIsUp(settings: Pick<Settings, 'home'>): Promise<boolean> {
  const state = await lookAtSupervisor(homeFiles(settings.home));
  return state?.state === 'ready' || state?.state === 'starting';
}

/**
 * Why the embedded parts are not there once a command has gone that they were to outlive, as a part of a sentence; undefined where they are. A
 * supervisor that has ended is started again by commands alone; one that lives waits until its folder takes something again.
 * @param faultOf why nothing can be written there
 */
export async function whyPartsEnd(
  { home }: Pick<Settings, 'home'>,
  faultOf = homeFaultOf,
): Promise<string | undefined> {
  const state = await lookAtSupervisor(homeFiles(home));
  const fault = faultOf(home);
  const parts = 'the Temporal server and the worker on this machine';
  const lives = state?.state === 'ready' || state?.state === 'starting';
  if (lives && fault === undefined) return undefined;
  const how = lives
    ? 'can do nothing, and go on by themselves once they can'
    : 'are down, and don’t come back by themselves';
  return `${parts} ${how}${fault === undefined ? '' : `: ${fault.message}. ${fault.remedy}`}`;
}

/**
 * Makes sure that what a command starts goes on after it, as it does on a configured platform.
 * @param verb what needs that, such as `start`
 * @param instead what watches to the end
 * @throws UsageError USAGE_NOTHING_STAYS_UP, exit code 5, where the embedded parts would end with the command
 */
export async function requireStaysUp(
  settings: Pick<Settings, 'home' | 'temporal' | 'platform'>,
  verb: string,
  instead: string,
): Promise<void> {
  if (settings.temporal !== 'embedded' || settings.platform !== 'embedded') return;
  if (await embeddedIsUp(settings)) return;
  throw new UsageError(
    'USAGE_NOTHING_STAYS_UP',
    `${verb} needs a Temporal server and a worker that keep running; the embedded ones would end with this command`,
    {
      exitCode: 5,
      hint: `Use ${instead}, or keep them running with doeflow dev in another terminal`,
    },
  );
}
