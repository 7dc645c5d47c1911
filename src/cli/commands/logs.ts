import { EngineError, UsageError } from '../../errors.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { readAttempts } from '../../store/index.ts';
import { archiveOption } from '../archive/open-studies.ts';
import { openArchive } from '../archive/open-archive.ts';
import { readArchivedLog } from '../archive/read-archived-log.ts';
import { openArchivedStudies } from '../../archive/index.ts';
import type { RunOutcome } from '../../run/run-outcome.ts';
import type { Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { platformOfSettings, requirePlatformOf } from '../engine/platform-at-hand.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { parseCount } from '../parse-arguments.ts';
import { countOf } from '../format-quantities.ts';
import { printable } from '../../printable.ts';
import { followOutcomes } from '../studies/follow-outcomes.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { findStudy } from '../studies/find-study.ts';
import { sourceOfRun, type RunOfStudy } from '../studies/source-of-run.ts';
import { needsLimit } from '../studies/needs-limit.ts';
import { showFailures, type ShownFailures } from '../studies/show-failures.ts';
import { findRunOnPlatform } from '../studies/find-run-on-platform.ts';
import { leftOutWords, type LogText } from '../studies/log-text.ts';
import { fetchRunLog, logDeleted, readKeptLog, readLiveLog, tailOf } from '../studies/run-log.ts';
import { noSuchRun, parseReference } from '../studies/run-reference.ts';
import type { StoredStudy } from '../studies/stored-study.ts';
import type { DefineVerb } from '../define-verb.ts';

interface LogsOptions {
  readonly follow?: boolean;
  readonly tail?: number;
  readonly archive?: string;
}

const defaultTail = 10;
const defaultLiveTail = 1000;

/** `doeflow logs STUDY/RUN`: what one run printed so far. `doeflow logs STUDY`: failures in groups, each with the end of one log. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', 'a started study, for its failures; STUDY/RUN for the log of one run')
    .option('-f, --follow', 'go on while the run prints, or while runs of the study are collected')
    .option('--tail <lines>', 'print only this many lines, the last ones', parseCount)
    .option(...archiveOption)
    .action(async (reference: string, options: LogsOptions) => {
      if (options.archive !== undefined) {
        if (options.follow === true)
          throw new UsageError('USAGE_ARGUMENTS', 'An archive has nothing to follow', {
            hint: 'Leave out --follow',
          });
        return showArchived(context, reference, options.archive, options);
      }
      const store = await openOwnStore(context);
      const { study, run } = parseReference(reference);
      const stored = await findStudy(store, study);
      const { studyId } = stored;
      if (options.follow === true) {
        await follow(context, store, stored, run);
        return;
      }
      const outcomes = mergeOutcomes(await readAttempts(store.study(studyId)));
      if (run === undefined) {
        // Programs are told why runs failed alone.
        const isHeld = !context.output.json && (await needsLimit(context, store, stored));
        const shown = shownFailures(studyId, outcomes, options);
        return showFailures(context.output, store, { ...shown, needsLimit: isHeld });
      }
      const outcome = [...outcomes.values()].find((each) => each.run === run);
      const log = await (outcome === undefined
        ? liveLogOf(context, store, stored, run, options.tail)
        : logOfSource(context, store, { stored, outcome }));
      await showLog(context, { studyId, run, ...log }, options);
    });
};

/** The log of the run that was really run. */
async function logOfSource(
  context: CommandContext,
  store: Store,
  asked: RunOfStudy,
): Promise<LogText> {
  const { stored, outcome } = await sourceOfRun(context.output, store, asked);
  return logOf(context, store, stored, outcome);
}

/** `--follow`: prints until the run, or the study, has ended. */
async function follow(
  context: CommandContext,
  store: Store,
  stored: StoredStudy,
  run: number | undefined,
): Promise<void> {
  const { output } = context;
  const { studyId } = stored;
  if (run === undefined) {
    const outcomes = await followOutcomes(context, store, studyId);
    const told = outcomes.map(({ values: _values, files: _files, ...outcome }) => outcome);
    if (output.json) output.show({ json: told, human: [] });
    return;
  }
  const { plan } = await planStoredStudy(store, stored);
  const first = plan.includesNominalRun ? 0 : 1;
  if (run < first || run > plan.runCount) throw noSuchRun(stored, run, plan);
  const kept = mergeOutcomes(await readAttempts(store.study(studyId))).get(run);
  if (stored.ended !== undefined && kept === undefined) throw noSuchRun(stored, run, plan);
  requirePlatformOf(stored, platformOfSettings(readSettings(context)));
  const { openPlatform } = await import('../engine/open-platform.ts');
  const platform = await openPlatform(context);
  try {
    const { followLog } = await import('../studies/follow-log.ts');
    const log = await followLog(context, {
      ...{ store, studyId, run, client: platform.client },
      wholeLog: async (outcome) => {
        const whole = await logOfSource(context, store, { stored, outcome });
        tellLeftOut(output, whole);
        return whole.text;
      },
    });
    if (output.json) output.show({ json: { studyId, run, log }, human: [] });
  } finally {
    await platform.close();
  }
}

/** Only its end where `--tail` asks for that, or it is too long; as it is, but for what a terminal would obey. */
async function showLog(
  { output }: CommandContext,
  { text, leftOutBytes, ...of }: LogText & { readonly studyId: string; readonly run: number },
  { tail }: LogsOptions,
): Promise<void> {
  if (text.trim() === '') {
    output.note(
      `Run ${of.run} printed nothing: what its programs wrote to files of their own is not in its log (doeflow render ${of.studyId} ${of.run} shows its command)`,
    );
  }
  const log = tailOf(printable(text), tail);
  const isShorter = leftOutBytes > 0 && log.length >= text.length;
  if (isShorter) tellLeftOut(output, { leftOutBytes });
  if (!output.json) return output.write(log);
  output.show({
    json: { ...of, log, ...(isShorter ? { leftOutBytes } : {}) },
    human: [],
    quiet: '',
  });
}

function tellLeftOut(output: CommandContext['output'], log: Pick<LogText, 'leftOutBytes'>): void {
  const words = leftOutWords(log);
  if (words !== undefined) output.note(words);
}

/** The same of a study in an archive, where all logs are that there will ever be. */
async function showArchived(
  context: CommandContext,
  reference: string,
  archive: string,
  options: LogsOptions,
): Promise<void> {
  const studies = openArchivedStudies(await openArchive(context, archive));
  const { study, run } = parseReference(reference);
  const { studyId } = await findStudy(studies, study, archive);
  const outcomes = mergeOutcomes(await readAttempts(studies.study(studyId)));
  if (run === undefined) {
    await showFailures(context.output, studies, shownFailures(studyId, outcomes, options));
    return;
  }
  const log = await readArchivedLog(studies, studyId, { run, outcomes });
  await showLog(context, { studyId, run, ...log }, options);
}

function shownFailures(
  studyId: string,
  outcomes: ReadonlyMap<number, RunOutcome>,
  { tail = defaultTail, archive }: LogsOptions,
): ShownFailures {
  return { studyId, outcomes: [...outcomes.values()], tail, archive };
}

/** The log in the store, else the one that the platform still has. */
async function logOf(
  context: CommandContext,
  store: Store,
  stored: StoredStudy,
  outcome: RunOutcome,
): Promise<LogText> {
  const { studyId } = stored;
  const kept = await readKeptLog(store.study(studyId), outcome);
  if (kept !== undefined) return kept;
  requirePlatformOf(stored, platformOfSettings(readSettings(context)));
  const { openPlatform } = await import('../engine/open-platform.ts');
  const platform = await openPlatform(context);
  try {
    const fetched = await fetchRunLog(platform.client, outcome).catch((error: unknown) => {
      const isGone = error instanceof EngineError && error.code === 'API_NOT_FOUND';
      throw isGone ? logDeleted(studyId, outcome) : error;
    });
    if (fetched !== undefined) return fetched;
  } finally {
    await platform.close();
  }
  throw new UsageError('USAGE_LOG', `There is no log of run ${outcome.run}`, {
    exitCode: 6,
    hint: `The platform has no log of it; ${
      outcome.reason === 'not-started'
        ? 'it never started'
        : 'perhaps it never started, or removed its log or its folder'
    }: doeflow runs ${studyId}`,
  });
}

/** The end of the log of a run that is not collected yet: it may be executing now. */
async function liveLogOf(
  context: CommandContext,
  store: Store,
  stored: StoredStudy,
  run: number,
  tail: number | undefined,
): Promise<LogText> {
  const { studyId } = stored;
  const location = await findRunOnPlatform(store.study(studyId), run);
  if (location === undefined) {
    throw noSuchRun(stored, run, (await planStoredStudy(store, stored)).plan);
  }
  requirePlatformOf(stored, platformOfSettings(readSettings(context)));
  const { openPlatform } = await import('../engine/open-platform.ts');
  const platform = await openPlatform(context);
  try {
    const log = await readLiveLog(platform.client, location, tail ?? defaultLiveTail);
    if (log !== undefined) {
      if (tail === undefined && log.split('\n').length > defaultLiveTail) {
        context.output.note(
          `Only the last ${countOf(defaultLiveTail, 'line')} are shown, as this run executes: --tail asks for more`,
        );
      }
      return { text: log, leftOutBytes: 0 };
    }
  } finally {
    await platform.close();
  }
  throw new UsageError(
    'USAGE_LOG',
    `There is no log of run ${run} yet: it is waiting to start, or this platform shows no files of running jobs`,
    {
      exitCode: 6,
      hint: `It is run ${location.platformRun} of job ${location.platformJob}. Try again later: doeflow status ${studyId}`,
    },
  );
}
