/** Shows why runs of a study failed: all causes, those that most runs have with what one log tells; behind them what was stopped. */
import type { RunOutcome } from '../../run/run-outcome.ts';
import { endedStateOf } from '../../run/run-state.ts';
import { retryCommands } from '../../run/ways-on.ts';
import { tellingExcerpt } from '../../run/telling-lines.ts';
import { ResultError } from '../../errors.ts';
import type { DocumentFolder, StudyReader } from '../../store/index.ts';
import type { Block } from '../output/view.ts';
import type { CommandContext } from '../context.ts';
import { groupFailures, type FailureGroup } from '../../run/group-failures.ts';
import { readKeptLog } from './run-log.ts';

/** Causes that people see with the end of a log; the others have a line each. */
const causesWithLog = 5;

/** What is shown, and how. */
export interface ShownFailures {
  readonly studyId: string;
  readonly outcomes: readonly RunOutcome[];
  /** Lines of each log. */
  readonly tail: number;
  /** The budget of the study has paused it, and its limit still holds. */
  readonly needsLimit?: boolean;
  /** The destination of the archive that is read, where it isn't the store. */
  readonly archive: string | undefined;
}

interface LoggedGroup extends FailureGroup {
  /** Empty where none was collected. */
  readonly log: string;
}

/** JSON has the log of every cause. */
export async function showFailures(
  output: Pick<CommandContext['output'], 'json' | 'show'>,
  store: StudyReader,
  { studyId, outcomes, tail, archive, needsLimit }: ShownFailures,
): Promise<void> {
  const of = (state: 'Failed' | 'Stopped'): readonly FailureGroup[] =>
    groupFailures(outcomes.filter((outcome) => endedStateOf(outcome) === state));
  const [groups, stopped] = [of('Failed'), of('Stopped')];
  const logged: LoggedGroup[] = [];
  // One after the other: there may be as many causes as runs, and each log is a file.
  for (const group of output.json ? [...groups, ...stopped] : groups.slice(0, causesWithLog)) {
    const log = await excerptOf(store.study(studyId), group.example, tail);
    logged.push({ ...group, log });
  }
  const lookAt = (run: number): string =>
    `doeflow logs ${studyId}/${run}${archive === undefined ? '' : ` --archive ${archive}`}`;
  const next = retryCommands({ studyId, needsLimit }, outcomes);
  const human: readonly Block[] = [
    ...logged.map((group) => ({ kind: 'text' as const, lines: withLog(group, lookAt) })),
    ...otherCauses(groups.slice(causesWithLog), lookAt),
    ...stoppedLines(stopped, groups.length > 0),
    ...(archive === undefined && next.length > 0
      ? [{ kind: 'next' as const, commands: next }]
      : []),
  ];
  output.show({
    json: logged.map(({ reason, message, runs, log }) => ({ reason, message, runs, log })),
    human:
      groups.length + stopped.length === 0
        ? [{ kind: 'text', lines: [`Study ${studyId} has no failed run.`] }]
        : human,
    quiet: [...groups, ...stopped].map(({ reason, runs }) => `${runs.length} ${reason}`).join('\n'),
  });
}

/** A log that is damaged takes nothing from what is told of the other causes: its place says so. */
async function excerptOf(
  folder: DocumentFolder,
  outcome: RunOutcome,
  tail: number,
): Promise<string> {
  try {
    const kept = await readKeptLog(folder, outcome);
    return kept === undefined ? '' : tellingExcerpt(kept.text, tail);
  } catch (error) {
    if (!(error instanceof ResultError && error.code === 'RESULT_STORE')) throw error;
    return `${error.message}: ${error.hint ?? ''}`;
  }
}

function withLog(
  { reason, message, runs, example, log }: LoggedGroup,
  lookAt: (run: number) => string,
): readonly string[] {
  return [
    `${runs.length}x ${reason}: ${message}`,
    `   e.g. run ${example.run} (${lookAt(example.run)})`,
    ...log
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `   | ${line}`),
  ];
}

/** What was stopped on purpose: nothing of it failed. */
function stoppedLines(groups: readonly FailureGroup[], isBehind: boolean): readonly Block[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    ({ runs, message, example }) =>
      `${runs.length}x stopped: ${message} (such as run ${example.run})`,
  );
  const head = 'Stopped by a person or a guard, which is no failure:';
  return [{ kind: 'text', lines: [...(isBehind ? [''] : []), head, ...lines] }];
}

function otherCauses(
  groups: readonly FailureGroup[],
  lookAt: (run: number) => string,
): readonly Block[] {
  const [first] = groups;
  if (first === undefined) return [];
  const lines = groups.map(
    ({ reason, message, runs, example }) =>
      `${runs.length}x ${reason}: ${message} (such as run ${example.run})`,
  );
  const head = `The other causes, ${groups.length}, without a log (it is shown by ${lookAt(first.example.run)}):`;
  return [{ kind: 'text', lines: ['', head, ...lines] }];
}
