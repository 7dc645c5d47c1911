/** The shell text that prints a run's small output files, behind its last process. */
import { quoteShell } from '../quote-shell.ts';
import { mostPrintedFiles, printedPrefix } from './printed-outputs.ts';
import { markerFile } from './marker-place.ts';
import { markerWords, runMarkerName, type RunProcess } from './run-marker.ts';

export interface PrintOptions {
  /** Paths in the run's folder. */
  readonly files: readonly string[];
  /** Of all lines together. */
  readonly mostBytes: number;
  /** All processes of the run: nothing is printed unless each ended well. */
  readonly processes: readonly RunProcess[];
}

/**
 * One line for each file of short text, by builtins of bash alone; nothing in another shell. Reads which processes ended well from `doeflow_lines`, and
 * leaves no exit code other than 0. A file that isn't there, isn't plain, has a NUL or other control characters, or has no room any more isn't printed.
 */
export function printOutputs({ files, mostBytes, processes }: PrintOptions): string[] {
  if (files.length === 0) return [];
  const names = files.slice(0, mostPrintedFiles).map((file) => quoteShell(`./${file}`));
  const own = [
    'doeflow_print() {',
    // Bytes, whatever the run's language is.
    "local LC_ALL=C IFS= name text room=$1 number=0 left_open=$'\\n'; shift",
    'for name; do',
    'number=$((number + 1))',
    '[ -f "$name" ] && [ ! -L "$name" ] || continue',
    // Ends well where a NUL or the limit came before the file's end.
    'text=; read -r -d "" -n "$((room + 1))" text < "$name" && continue',
    "text=${text//'\\'/'\\\\'}; text=${text//'\"'/'\\\"'}",
    "text=${text//$'\\n'/'\\n'}; text=${text//$'\\t'/'\\t'}; text=${text//$'\\r'/'\\r'}",
    'case $text in *[[:cntrl:]]*) continue;; esac',
    `text=${printedPrefix}$number$'\\t"'$text'"'`,
    '[ "${#text}" -le "$room" ] || continue',
    'room=$((room - ${#text}))',
    // What was printed before may have left its line open.
    `printf '%s%s\\n' "$left_open" "$text" || return 0`,
    'left_open=',
    'done',
    '}',
    `trap '' PIPE; doeflow_print ${mostBytes} ${names.join(' ')} 2> /dev/null; trap - PIPE`,
  ].join('\n');
  const proofs = processes.map(({ kind, analysis }) => {
    const line = `"$doeflow_newline"'${markerWords[kind]}'"$doeflow_tab"${analysis}"$doeflow_tab"0"$doeflow_newline"`;
    return `case $doeflow_all in *${line}*) ;; *) doeflow_all=;; esac`;
  });
  return [
    // Other shells can't even read it.
    'case ${BASH_VERSION-} in ?*)',
    "doeflow_tab='\t'; doeflow_newline='\n'",
    'doeflow_all=$doeflow_newline$doeflow_lines$doeflow_newline',
    ...proofs,
    `[ -z "$doeflow_all" ] || eval ${quoteShell(own)};;`,
    'esac',
  ];
}

/** The same as a step of its own, for a run that has no post-process: by what the marker of this attempt says. */
export function printStep(options: PrintOptions & { readonly attemptKey: string }): string {
  return [
    `doeflow_marker=./${runMarkerName}`,
    'set +e',
    'case ${BASH_VERSION-} in ?*)',
    `doeflow_lines=; if [ -f ${markerFile.path} ] && ! ${markerFile.unless}; then IFS= read -r -d '' -n 65536 doeflow_lines < ${markerFile.path}; fi`,
    // Of another attempt it proves nothing.
    `case $doeflow_lines in 'doeflow 1 ${options.attemptKey}'*) ;; *) doeflow_lines=;; esac;;`,
    'esac',
    ...printOutputs(options),
    ':',
  ].join('\n');
}
