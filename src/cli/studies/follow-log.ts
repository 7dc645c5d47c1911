/** Prints what a run prints, while it does, until its outcome is collected. */
import { PlatformError, type PlatformClient } from '../../platform-api/index.ts';
import { mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import { readAttempts, type Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { printable } from '../../printable.ts';
import { pause } from '../watch/pause.ts';
import { findRunOnPlatform } from './find-run-on-platform.ts';
import { logGrowth } from './log-growth.ts';
import { readLiveLog } from './run-log.ts';
import { readStoredStudy } from './stored-study.ts';

/** Between two looks at the platform: slow enough for its budget of requests, quick enough for a reader. */
const intervalMs = 2_000;

/** Lines that one look asks for; what a run prints beyond them between two looks is told as skipped. */
const linesOfLook = 1000;

/** Which run is followed, and how its log is read once it is collected. */
export interface FollowedRun {
  readonly store: Store;
  readonly studyId: string;
  readonly run: number;
  readonly client: PlatformClient;
  readonly wholeLog: (outcome: RunOutcome) => Promise<string>;
}

/** @returns all that was printed, once the run was collected, its study ended without it, or the user interrupted */
export async function followLog(context: CommandContext, followed: FollowedRun): Promise<string> {
  const { output, interrupt } = context;
  const { store, studyId, run } = followed;
  interrupt.handle();
  const printer = createPrinter(context);
  const tellOnce = onceEach((text) => output.note(text));
  while (!interrupt.signal.aborted) {
    const outcome = await collectedOutcome(store, studyId, run);
    if (outcome !== undefined) return printer.end(await followed.wholeLog(outcome));
    const stored = await readStoredStudy(store, studyId);
    if (stored?.ended !== undefined) {
      output.warn(
        `Study ${studyId} has ended (${stored.ended.state}), and run ${run} was not collected`,
      );
      return printer.end(undefined);
    }
    const log = await lookAtLog(followed, tellOnce);
    if (log === undefined) {
      tellOnce(
        `Run ${run} shows no log yet: it is waiting to start, or this platform shows no files of running jobs; then its log comes when it is collected`,
      );
    } else {
      await printer.show(log);
    }
    await pause(intervalMs, interrupt.signal);
  }
  context.end(exitCodes.interrupted);
  return printer.end(undefined);
}

/** The outcome of the run's newest attempt; undefined while a job has it. */
async function collectedOutcome(
  store: Store,
  studyId: string,
  run: number,
): Promise<RunOutcome | undefined> {
  const folder = store.study(studyId);
  const outcome = mergeOutcomes(await readAttempts(folder)).get(run);
  if (outcome?.status !== 'Failed') return outcome;
  const newest = await findRunOnPlatform(folder, run);
  return newest === undefined || newest.platformJob === outcome.platformJob ? outcome : undefined;
}

/** The end of the log now; a platform that doesn't answer is waited for. */
async function lookAtLog(
  { store, studyId, run, client }: FollowedRun,
  tellOnce: (text: string) => void,
): Promise<string | undefined> {
  const place = await findRunOnPlatform(store.study(studyId), run);
  if (place === undefined) return undefined;
  try {
    return await readLiveLog(client, place, linesOfLook);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.retryable) throw error;
    tellOnce(`The platform does not answer, and is asked again: ${error.message}`);
    return undefined;
  }
}

interface Printer {
  readonly show: (log: string) => Promise<void>;
  readonly end: (whole: string | undefined) => Promise<string>;
}

/** Prints each piece once. A last line that grows is continued where it ended, so its line feed comes with the next. */
function createPrinter({ output }: CommandContext): Printer {
  let seen = '';
  let printed = '';
  const print = async (text: string): Promise<void> => {
    printed += text;
    if (!output.json && text !== '') await output.write(printable(text));
  };
  const show = async (log: string): Promise<void> => {
    const now = log.replace(/\n$/u, '');
    const grown = logGrowth(seen, now);
    if (grown === undefined) output.note('Lines between two looks were skipped');
    await print(grown ?? `\n${now}`);
    seen = now;
  };
  return {
    show,
    end: async (whole) => {
      if (whole !== undefined) {
        const all = whole.replace(/\n$/u, '');
        const place = seen === '' ? 0 : all.lastIndexOf(seen);
        await print(place === -1 ? '' : all.slice(place + seen.length));
      }
      if (printed !== '' && !printed.endsWith('\n')) await print('\n');
      return printed;
    },
  };
}

function onceEach(tell: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    tell(text);
  };
}
