/**
 * The proof that a run ended: `doeflow-run.txt`, written by the engine's wrapper after the command, with shell builtins only.
 *
 *     doeflow 1 <attempt key>
 *     in<TAB>w<TAB>1.25          (the run's inputs, from the rendered doeflow-inputs.txt)
 *     timeout<TAB>0              (index of an analysis that runWalltime ended)
 *     exit<TAB>0<TAB>0           (analysis index, exit code; one line an analysis)
 *
 * A file without its last exit line is no marker: the run was cut.
 */
export const runMarkerName = 'doeflow-run.txt';
/** The rendered file with the run's inputs, which the marker repeats. */
export const inputsName = 'doeflow-inputs.txt';

/** Text of the template whose rendering tells the marker which row ran. */
export function inputsTemplate(names: readonly string[]): string {
  return names.map((name) => `${name}\t\${${name}}\n`).join('');
}

export interface RunMarker {
  /** One an analysis. */
  readonly exitCodes: readonly number[];
  readonly timedOut: boolean;
  readonly inputs: Readonly<Record<string, string>>;
}

/** Reads a marker of this very attempt; undefined when it is another's, or was cut. */
export function parseRunMarker(
  text: string,
  attemptKey: string,
  analyses: number,
): RunMarker | undefined {
  if (!text.endsWith('\n')) return undefined;
  const [first, ...lines] = text.slice(0, -1).split('\n');
  if (first !== `doeflow 1 ${attemptKey}`) return undefined;
  const exitCodes: number[] = [];
  const inputs = new Map<string, string>();
  let timedOut = false;
  for (const line of lines) {
    const [kind, key = '', ...values] = line.split('\t');
    const value = values.join('\t');
    if (kind === 'in') inputs.set(key, value);
    else if (kind === 'timeout' && key === String(exitCodes.length)) timedOut = true;
    else if (kind === 'exit' && key === String(exitCodes.length) && /^\d{1,3}$/u.test(value))
      exitCodes.push(Number(value));
    else return undefined;
  }
  if (exitCodes.length !== analyses) return undefined;
  return { exitCodes, timedOut, inputs: Object.fromEntries(inputs) };
}
