/**
 * The proof that a run ended: `doeflow-run.txt`, written by the engine's wrapper after the command, with shell builtins only.
 *
 *     doeflow 1 <attempt key>
 *     w<TAB>1.25                 (the run's inputs, from the rendered doeflow-inputs.txt)
 *     exit<TAB>0<TAB>0           (analysis index, exit code; one line an analysis)
 *
 * A file without its last exit line is no marker: the run was cut.
 */
export const runMarkerName = 'doeflow-run.txt';
export const inputsName = 'doeflow-inputs.txt';

export interface WrapOptions {
  readonly command: string;
  readonly attemptKey: string;
  readonly position: { readonly index: number; readonly count: number };
  readonly runWalltimeSeconds?: number;
}

/** Exit code of `timeout` when it had to end the command. */
const timeoutCode = 124;
const killedCode = 137;

/** Shell text (POSIX) that runs the command, then leaves the marker, then exits with the command's own code. */
export function wrapCommand({
  command,
  attemptKey,
  position,
  runWalltimeSeconds,
}: WrapOptions): string {
  const quoted = quote(command);
  const marker = runMarkerName;
  const run =
    runWalltimeSeconds === undefined
      ? `( eval ${quoted} )`
      : `timeout -k 10 ${runWalltimeSeconds} sh -c ${quoted}`;
  const heading =
    position.index === 0
      ? [
          `printf 'doeflow 1 %s\\n' '${attemptKey}' > "$doeflow_marker"`,
          `if [ -f "$doeflow_folder/${inputsName}" ]; then while IFS= read -r doeflow_line || [ -n "$doeflow_line" ]; do printf '%s\\n' "$doeflow_line"; done < "$doeflow_folder/${inputsName}" >> "$doeflow_marker"; fi`,
        ]
      : [];
  const overtime =
    runWalltimeSeconds === undefined
      ? []
      : [
          `case $doeflow_code in ${timeoutCode}|${killedCode}) printf 'timeout\\t%s\\n' ${position.index} >> "$doeflow_marker";; esac`,
        ];
  return [
    'doeflow_folder=$PWD',
    `doeflow_marker=$PWD/${marker}`,
    ...(position.index === 0 ? [': > "$doeflow_marker"'] : []),
    run,
    'doeflow_code=$?',
    ...heading,
    ...overtime,
    `printf 'exit\\t%s\\t%s\\n' ${position.index} "$doeflow_code" >> "$doeflow_marker"`,
    '( exit "$doeflow_code" )',
  ].join('\n');
}

/** Post-process command that also reports the marker's exit line among the run's values. */
export function wrapPostProcess(command: string): string {
  return [
    `( eval ${quote(command)} )`,
    'doeflow_code=$?',
    `if [ -f ${runMarkerName} ]; then while IFS= read -r doeflow_line; do case $doeflow_line in exit*) printf 'doeflow_exit\\t%s\\n' "\${doeflow_line##*	}";; esac; done < ${runMarkerName}; fi`,
    '( exit "$doeflow_code" )',
  ].join('\n');
}

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
  const inputs: Record<string, string> = {};
  let timedOut = false;
  for (const line of lines) {
    const [key = '', ...values] = line.split('\t');
    if (key === 'exit' && values.length === 2) {
      if (Number(values[0]) !== exitCodes.length || !/^\d{1,3}$/.test(values[1] ?? ''))
        return undefined;
      exitCodes.push(Number(values[1]));
    } else if (key === 'timeout' && values.length === 1) timedOut = true;
    else inputs[key] = values.join('\t');
  }
  if (exitCodes.length !== analyses) return undefined;
  return { exitCodes, timedOut, inputs };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
