/**
 * What the message of a done run tells: optional outputs that are not what they should be, commands that failed while the shell went on, and
 * what stood in the place of the marker.
 */
import { type ReplacedMarker, runMarkerName, type UnseenCommand } from './run-marker.ts';
import type { RunOutcome } from './run-outcome.ts';

/** What a done run came to, beside its values. */
export interface DoneDoubts {
  /** Optional outputs that are there but couldn't be read: a sentence for each, by name. */
  readonly unreadable: Readonly<Record<string, string>>;
  readonly unseen: readonly UnseenCommand[];
  readonly replaced: readonly ReplacedMarker[];
}

/** @returns undefined where all was as it should be */
export function describeDone({ unreadable, unseen, replaced }: DoneDoubts): string | undefined {
  const parts = [
    ...unseen.map(
      ({ kind, command, exitCode }) =>
        `${unseenBegin(kind)}exit code ${exitCode}, and the shell went on: ${command}`,
    ),
    ...replaced.map(describeReplaced),
    ...Object.entries(unreadable).map(([name, sentence]) => `${unreadBegin(name)}${sentence}`),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** What the message of a done run tells once its outputs are read anew: what failed unseen in it, and what is not readable now. */
export function describeReadAnew(
  { message = '' }: Pick<RunOutcome, 'message'>,
  unreadable: DoneDoubts['unreadable'],
): string | undefined {
  const unread = message.indexOf(unreadWords);
  const unseen =
    unread < 0 ? message : message.slice(0, Math.max(0, message.lastIndexOf('; ', unread)));
  const parts = [unseen, describeDone({ unreadable, unseen: [], replaced: [] }) ?? ''];
  const told = parts.filter((part) => part !== '').join('; ');
  return told === '' ? undefined : told;
}

/** `its command had put a pipe in the place of doeflow-run.txt`. */
export function describeReplaced({ kind, what }: ReplacedMarker): string {
  return `its ${kind} had put ${what} in the place of ${runMarkerName}`;
}

/** What the message of a done run begins with whose collected files don't give the outputs that were amended. */
export const notReadAnew = 'not read anew: ';

function unseenBegin(kind: UnseenCommand['kind']): string {
  return `a line of its ${kind} failed with `;
}

const unreadWords = ' is left empty, as it is not required: ';

function unreadBegin(name: string): string {
  return `${name}${unreadWords}`;
}

/** Whether a done run left this output, but not as what it should be: its message says why. */
export function isUnreadable({ message = '' }: RunOutcome, name: string): boolean {
  return message.split('; ').some((part) => part.startsWith(unreadBegin(name)));
}

/** @returns one sentence about all done runs with such an output, and one each about those with such a command or such a marker */
export function noteDone(outcomes: Iterable<RunOutcome>): readonly string[] {
  const told = [...outcomes]
    .filter(({ status, message }) => status === 'Done' && message !== undefined)
    .sort((a, b) => a.run - b.run);
  const unseen = told.filter(({ message = '' }) =>
    /^a line of its \S+ failed with /u.test(message),
  );
  const replaced = told.filter(({ message = '' }) =>
    message.split('; ').some((part) => /^its \S+ had put .* in the place of /u.test(part)),
  );
  const unread = told.filter(({ message = '' }) => message.includes(unreadWords));
  const notRead = told.filter(({ message = '' }) => message.startsWith(notReadAnew));
  return [
    ...noteOf(
      notRead,
      `no value of some outputs since these were amended, and ${notRead.length === 1 ? 'is' : 'are'} left out of the findings and statistics of these`,
    ),
    ...noteOf(
      unseen,
      'a line that failed while the shell went on to the next, which may have worked on what was not there or was old',
    ),
    ...noteOf(replaced, 'put something else in the place of the file that proves its end'),
    ...noteOf(unread, 'an optional output that is there but could not be read'),
  ];
}

function noteOf(told: readonly RunOutcome[], what: string): readonly string[] {
  const [example] = told;
  if (example === undefined) return [];
  const runs = told.length === 1 ? '1 done run has' : `${told.length} done runs have`;
  return [`${runs} ${what}, such as run ${example.run}: ${example.message ?? ''}`];
}
