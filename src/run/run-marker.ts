/**
 * The proof that a run ended: `doeflow-run.txt`. The engine wraps each process of a run (pre-process, command, post-process); after it
 * ended, its wrapper adds lines to this file, with shell builtins only.
 *
 *     doeflow 1 <attempt key>
 *     pre<TAB>0<TAB>0            (analysis index, exit code of its pre-process)
 *     in<TAB>w<TAB>1.25          (the run's inputs, from the rendered doeflow-inputs.txt; with the first command)
 *     timeout<TAB>0              (analysis index, of a command that runWalltime ended; before its exit line)
 *     timeout<TAB>0<TAB>post     (the same for its pre- or post-process)
 *     exit<TAB>0<TAB>0           (analysis index, exit code of its command)
 *     post<TAB>0<TAB>0           (analysis index, exit code of its post-process)
 *     unseen<TAB>0<TAB>exit<TAB>2<TAB>mesh a   (analysis index, its process; exit code and text of what failed there while the shell went on)
 *     replaced<TAB>0<TAB>exit<TAB>a pipe       (analysis index, its process; what that had put in the place of this file)
 *
 * `pre` and `post` lines are there for the analyses that have such a process, and only for them. A marker is whole when each process
 * has its line, in this order. After a process that failed the others may lack theirs, since a platform may skip them: the failure is
 * proven all the same. Any other file without all its lines is no marker: the run was cut.
 */
export const runMarkerName = 'doeflow-run.txt';
/** The rendered file with the run's inputs, which the marker repeats. */
export const inputsName = 'doeflow-inputs.txt';

/** The processes of an analysis in their order, with the word that opens their line in the marker. */
export const markerWords = {
  'pre-process': 'pre',
  command: 'exit',
  'post-process': 'post',
} as const;

export type ProcessKind = keyof typeof markerWords;

/** Begins the line of a process that was told to end while it ran. */
export const toldWord = 'told';

/** Begins the line of a command that failed within a process while its shell went on. */
export const unseenWord = 'unseen';

/** Begins the line that tells of something else in the place of the marker's file. */
export const replacedWord = 'replaced';

/** Opens the line that the log gets behind a pre- or post-process that failed: what other processes print may follow. */
export const failureLineStart = 'doeflow: this process failed';

/** One process of a run. */
export interface RunProcess {
  readonly kind: ProcessKind;
  /** Index of its analysis, from 0. */
  readonly analysis: number;
}

/** How one process of a run ended. */
export interface EndedProcess extends RunProcess {
  readonly exitCode: number;
  /** `runWalltime` ended it. */
  readonly timedOut: boolean;
}

/** A command of a process that failed while the process went on: the first one, as far as its shell tells. */
export interface UnseenCommand extends RunProcess {
  readonly exitCode: number;
  /** Its first line, cut short. */
  readonly command: string;
}

/** Something else that a process had put in the place of the marker's file. */
export interface ReplacedMarker extends RunProcess {
  /** Such as `a pipe`. */
  readonly what: string;
}

/** What a run proves of itself. */
export interface RunMarker {
  /** In order; all of them, unless one failed. */
  readonly processes: readonly EndedProcess[];
  readonly inputs: Readonly<Record<string, string>>;
  /** One of them was told to end from outside while it ran: how it failed says nothing of the run. */
  readonly toldToEnd: boolean;
  readonly unseen: readonly UnseenCommand[];
  readonly replaced: readonly ReplacedMarker[];
}

/**
 * Text of the template whose rendering tells the marker which row ran, and the wrapper what it exports.
 * @param formatted values with a pattern, which commands ask for: rendered by the platform itself, under `?1`, `?2`, …
 */
export function inputsTemplate(
  names: readonly string[],
  formatted: readonly { readonly name: string; readonly format: string }[] = [],
): string {
  return [
    ...names.map((name) => `${name}\t\${${name}}\n`),
    ...formatted.map(
      ({ name, format }, index) => `?${index + 1}\t\${${name}?string(${quoted(format)})}\n`,
    ),
  ].join('');
}

/** A pattern as a template's string; none has both kinds of quotes. */
function quoted(format: string): string {
  return format.includes('"') ? `'${format}'` : `"${format}"`;
}

/** The processes of a run in the order in which they run. */
export function processesOf(
  analyses: readonly { readonly preProcess?: unknown; readonly postProcess?: unknown }[],
): RunProcess[] {
  return analyses.flatMap(({ preProcess, postProcess }, analysis) => [
    ...(preProcess === undefined ? [] : [{ kind: 'pre-process', analysis } as const]),
    { kind: 'command', analysis } as const,
    ...(postProcess === undefined ? [] : [{ kind: 'post-process', analysis } as const]),
  ]);
}

/** Reads a marker of this very attempt; undefined when it is another's, or was cut. */
export function parseRunMarker(
  text: string,
  attemptKey: string,
  expected: readonly RunProcess[],
): RunMarker | undefined {
  if (!text.endsWith('\n')) return undefined;
  const [first, ...lines] = text.slice(0, -1).split('\n');
  if (first !== `doeflow 1 ${attemptKey}`) return undefined;
  const ended: EndedProcess[] = [];
  const inputs = new Map<string, string>();
  let waiting = expected;
  let overdue: RunProcess | undefined;
  let toldToEnd = false;
  const unseen: UnseenCommand[] = [];
  const replaced: ReplacedMarker[] = [];
  for (const line of lines) {
    const [word = '', key = '', ...values] = line.split('\t');
    const value = values.join('\t');
    if (word === 'in') {
      if (overdue !== undefined || ended.some(({ kind }) => kind === 'command')) return undefined;
      inputs.set(key, value);
      continue;
    }
    if (word === toldWord) {
      toldToEnd = true;
      continue;
    }
    if (word === unseenWord) {
      const [ending, exitCode, ...text] = values;
      const command = text.join(' ');
      const about = (one: RunProcess) => ({ ...one, exitCode: Number(exitCode), command });
      unseen.push(...processesNamed(expected, key, ending).map(about));
      continue;
    }
    if (word === replacedWord) {
      const [ending, what = ''] = values;
      replaced.push(...processesNamed(expected, key, ending).map((one) => ({ ...one, what })));
      continue;
    }
    const ending = word === 'timeout' ? value || markerWords.command : word;
    const at = waiting.findIndex(
      ({ kind, analysis }) => key === String(analysis) && markerWords[kind] === ending,
    );
    const process = waiting[at];
    if (process === undefined || (at > 0 && !ended.some(hasFailed))) return undefined;
    if (overdue !== undefined && (overdue !== process || word === 'timeout')) return undefined;
    if (word === 'timeout') overdue = process;
    else if (/^\d{1,3}$/u.test(value)) {
      ended.push({ ...process, exitCode: Number(value), timedOut: overdue !== undefined });
      waiting = waiting.slice(at + 1);
      overdue = undefined;
    } else return undefined;
  }
  const isWhole = waiting.length === 0 || ended.some(hasFailed);
  if (overdue !== undefined || !isWhole) return undefined;
  return { processes: ended, inputs: Object.fromEntries(inputs), toldToEnd, unseen, replaced };
}

function processesNamed(
  expected: readonly RunProcess[],
  key: string,
  ending: string | undefined,
): readonly RunProcess[] {
  return expected.filter(
    ({ kind, analysis }) => key === String(analysis) && markerWords[kind] === ending,
  );
}

/** True for a process that ended badly. */
export function hasFailed({ exitCode, timedOut }: EndedProcess): boolean {
  return exitCode !== 0 || timedOut;
}
