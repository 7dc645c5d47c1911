/** From a study file to a running study: plan, connect, check the platform, snapshot, start. */
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import { uiLink } from '../engine/ui-link.ts';
import { countOf } from '../format-quantities.ts';
import type { LoadedPlan } from '../load-plan.ts';
import { loadPlan } from '../load-plan.ts';
import type { StartedStudy } from './start-study.ts';
import { startStudy } from './start-study.ts';
import { confirmAgain } from './confirm-again.ts';

export interface LaunchedStudy extends LoadedPlan, StartedStudy {
  readonly engine: Engine;
  readonly uiUrl: string | undefined;
}

/**
 * Starts the study at `path`, or joins the open one of the same plan; one that was run before is only run again when a person says so.
 * The caller closes the engine.
 *
 * @param options.results Absolute; the study's own folder is made in it.
 * @throws StudyError, UsageError (4, 5, 7); nothing was paid for then.
 */
export async function launchStudy(
  context: CommandContext,
  path: string,
  options: { readonly results: string; readonly again: boolean },
): Promise<LaunchedStudy> {
  const begunAt = context.now();
  const planned = await loadPlan(path);
  context.interrupt.handle();
  const engine = await openCheckedEngine(context);
  try {
    const start = (again: boolean): ReturnType<typeof startStudy> =>
      startStudy(engine, planned, {
        now: context.now(),
        begunAt,
        engineVersion: context.version,
        results: options.results,
        again,
      });
    let started = await start(options.again);
    while ('ranBefore' in started) {
      await confirmAgain(context, engine.store, started.ranBefore, planned.plan.runCount);
      started = await start(true);
    }
    const uiUrl = uiLink(engine, planned.loaded.study.name);
    const runs = countOf(planned.plan.runCount, 'run');
    context.output.note(
      started.joined
        ? `Study ${started.studyId} is already running with the same plan (${runs}): watching it.`
        : `Study ${started.studyId}: ${runs} in ${countOf(planned.plan.jobs.length, 'job')}.`,
    );
    if (uiUrl !== undefined) {
      context.output.note(
        `Temporal UI: ${uiUrl}${engine.embedded ? '   (while this command runs; doeflow dev keeps it running)' : ''}`,
      );
    }
    return { ...planned, ...started, engine, uiUrl };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
