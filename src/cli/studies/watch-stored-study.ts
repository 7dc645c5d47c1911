/** A study of the store, watched to its end; what it needs to go on is started where it isn't up. */
import { resolve } from 'node:path';
import type { Settings } from '../../host/settings.ts';
import type { Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { openEngine } from '../engine/open-engine.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { uiLink } from '../engine/ui-link.ts';
import { resultsDirOf } from './export-results.ts';
import { followStudy } from './follow-study.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { findExecution, findOpenExecution } from './open-study.ts';
import { showEnded } from './show-ended.ts';
import { mayBeOpen, type StoredStudy } from './stored-study.ts';
import { studyGone } from './study-gone.ts';

export interface WatchingOptions {
  /** Folder for the results; the one given at the start of the study where absent. */
  readonly results?: string;
  /** Milliseconds. */
  readonly wait?: number;
}

/** @throws UsageError when the study isn't known to have ended, and its workflow is gone. */
export async function watchStoredStudy(
  context: CommandContext,
  {
    settings,
    store,
    stored,
  }: { readonly settings: Settings; readonly store: Store; readonly stored: StoredStudy },
  { results, wait }: WatchingOptions,
): Promise<void> {
  const { studyId, snapshot, ended } = stored;
  const other = otherPlatformOf(stored, platformOfSettings(settings));
  if (other !== undefined && mayBeOpen(stored)) context.output.warn(other);
  const resultsDir =
    results === undefined ? resultsDirOf(context, stored) : resolve(context.cwd, results, studyId);
  const { study } = await planStoredStudy(store, stored);
  context.interrupt.handle();
  // A study that ended may be open again for a retry; without a running engine it can't be.
  const engine = mayBeOpen(stored) ? await openEngine(context) : await openEngineIfUp(context);
  try {
    // A study that isn't known to have ended may end, or have broken, before this look.
    const find = ended === undefined ? findExecution : findOpenExecution;
    const open = engine && (await find(engine, stored));
    if (engine === undefined || open === undefined) {
      if (ended === undefined) throw await studyGone(engine, stored);
      context.output.endFrame();
      await showEnded(context, { store, studyId, study, resultsDir }, ended);
      return;
    }
    const uiUrl = uiLink(engine, snapshot.studyName);
    if (uiUrl !== undefined) context.output.note(`Temporal UI: ${uiUrl}`);
    await followStudy(context, {
      engine,
      handle: open.handle,
      studyId,
      study,
      startedAt: open.startedAt,
      uiUrl,
      resultsDir,
      waitMs: wait,
    });
  } finally {
    await engine?.close();
  }
}
