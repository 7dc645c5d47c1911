import { collect } from '../../src/platform-api/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { markerMaxBytes } from './read-marker.ts';
import type { Trouble } from '../../src/run/trouble.ts';
import { PlatformPatience } from './platform-patience.ts';

/** Patience for the calls about one job; what is waited for stands in the heartbeats, beside what `show` was last given. */
export function openPatience(
  { platform }: Pick<ActivityDependencies, 'platform'>,
  jobId: string,
  { signal, show }: Pick<ActivityRun, 'signal' | 'show'>,
): { readonly patience: PlatformPatience; readonly show: (details: object) => void } {
  let shown: object = { job: jobId };
  let trouble: Trouble | undefined;
  const showAll = (): void => show(trouble === undefined ? shown : { ...shown, trouble });
  const patience = new PlatformPatience({
    signal,
    ask: {
      api: () => collect(platform.jobs.statuses(jobId, { signal })),
      file: (file) => platform.files.read(file, { signal, maxBytes: markerMaxBytes }),
    },
    onWait: (wait) => {
      trouble = wait;
      showAll();
    },
  });
  return {
    patience,
    show: (details) => {
      shown = details;
      showAll();
    },
  };
}
