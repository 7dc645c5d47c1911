/** From a study file to a running study: plan, connect, check the platform, snapshot, start. */
import { basename, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { hashFile } from '../../study-file/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import { requirePlatform } from '../engine/require-platform.ts';
import { embeddedIsUp } from '../engine/embedded-is-up.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import { readSettings } from '../engine/read-settings.ts';
import { studiesLink, uiLink } from '../engine/ui-link.ts';
import { countOf } from '../format-quantities.ts';
import type { LoadedPlan } from '../load-plan.ts';
import { loadPlan } from '../load-plan.ts';
import { studyBounds, type BoundsOptions } from '../study-bounds.ts';
import { requireTargets } from '../notify/require-targets.ts';
import { requireAccepted } from '../plan/require-accepted.ts';
import { progressOf, startStudy, type StartedStudy } from './start-study.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { hasEnded } from './stored-study.ts';
import { takeUpStudy } from './take-up-study.ts';
import { doneBefore } from './done-before.ts';
import { awaitStop } from './await-stop.ts';
import { joinedWords } from './joined-words.ts';
import { confirmAgain, noteOtherFiles } from './confirm-again.ts';

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
  options: BoundsOptions & { readonly results: string; readonly again: boolean },
): Promise<LaunchedStudy> {
  const begunAt = context.now();
  const planned = await loadPlan(path, {
    bounds: studyBounds(context, options),
    announce: context.output.note,
    interrupt: context.interrupt,
  });
  for (const remark of planned.kept?.remarks ?? []) context.output.note(remark);
  requireTargets(context, planned.loaded.study);
  context.interrupt.handle();
  const { signal } = context.interrupt;
  // What was up before this command stays up without it.
  const wasUp = await embeddedIsUp(readSettings(context));
  const engine = await openCheckedEngine(context).catch((error: unknown) => {
    throw signal.aborted ? interruptedStart('before', error) : error;
  });
  let isStarting = false;
  try {
    if (signal.aborted) throw interruptedStart('before');
    isStarting = true;
    const start = (again: boolean, askedHash?: string): ReturnType<typeof startStudy> =>
      startStudy(engine, planned, {
        now: context.now(),
        begunAt,
        engineVersion: context.version,
        results: options.results,
        again,
        askedHash,
        signal,
        awaitStop: async (open) => {
          // Nothing is there to be left behind while another one ends.
          isStarting = false;
          const wasStopped = await awaitStop(context, engine, open);
          isStarting = true;
          return wasStopped;
        },
        check: async () => {
          await requireAccepted(context, requirePlatform(engine), planned);
          if (again) return;
          const { study, directory, file, files } = planned.loaded;
          const source = join(directory, basename(file));
          const runs = planned.plan.runCount;
          const hashed = files.map(async ({ path: name, absolutePath }) => ({
            path: name,
            sha256: await hashFile(absolutePath),
          }));
          const now = { study, files: await Promise.all(hashed) };
          const warning = await doneBefore(engine.store, { name: study.name, source, runs, now });
          if (warning !== undefined) context.output.warn(warning);
        },
      });
    let started = await start(options.again);
    for (let before = 0; 'ranBefore' in started; before += 1) {
      const { ranBefore } = started;
      if (!hasEnded(ranBefore)) {
        for (const note of noteOtherFiles(ranBefore.studyId, ranBefore)) context.output.note(note);
        const lost = await planStoredStudy(engine.store, ranBefore);
        started = (await takeUpStudy(context, engine, lost, { before })) ?? (await start(false));
        continue;
      }
      const { planHash } = started;
      await confirmAgain(
        context,
        engine.store,
        { ...ranBefore, ended: ranBefore.ended },
        {
          runs: planned.plan.runCount,
        },
      );
      started = await start(true, planHash);
    }
    const uiUrl = uiLink(engine, planned.loaded.study.name);
    const runs = countOf(planned.plan.runCount, 'run');
    context.output.note(
      started.joined
        ? joinedWords(started.studyId, await progressOf(engine, started.handle), {
            ...{ runs, again: options.again },
          })
        : `Study ${started.studyId}: ${runs}${
            planned.loaded.study.execution.reuse === true
              ? '; those that finished runs stand for are not run'
              : ` in ${countOf(planned.plan.jobs.length, 'job')}`
          }.`,
    );
    for (const note of started.equal ? noteOtherFiles(started.studyId, started.equal) : []) {
      context.output.note(note);
    }
    if (uiUrl !== undefined) {
      const endsWithUs = !engine.goesOn && !wasUp;
      context.output.note(
        `Temporal UI: ${uiUrl}${endsWithUs ? '   (while this command runs; doeflow dev keeps it running)' : ''}`,
      );
      if (engine.uiUrl !== undefined) {
        context.output.note(`All studies: ${studiesLink(engine.uiUrl)}`);
      }
    }
    return { ...planned, ...started, engine, uiUrl };
  } catch (error) {
    await engine.close();
    throw signal.aborted && isStarting ? interruptedStart('while', error) : error;
  }
}

/** What was started and what not, when a person interrupts a start. */
export function interruptedStart(when: 'before' | 'while', cause?: unknown): UsageError {
  return when === 'before'
    ? new UsageError(
        'USAGE_INTERRUPTED',
        'Interrupted before the study was started: there is no new study, and nothing was submitted',
        { hint: 'Repeat the same command to start it', cause },
      )
    : new UsageError(
        'USAGE_INTERRUPTED',
        'Interrupted while the study was being started: it may be there',
        {
          hint: 'See it with doeflow list; the same command joins it and pays nothing twice',
          cause,
        },
      );
}
