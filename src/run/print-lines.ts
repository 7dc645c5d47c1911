/** Shell text that reads what a run can write to. */
/** Characters that are read of a file which a run can write. */
const mostRead = 2 ** 20;

/** Defines `doeflow_read`, which reads a file's begin into `doeflow_text`: a marker of gigabytes holds nothing up. bash needs no process for it. */
export const defineRead = [
  'doeflow_read() { doeflow_text=',
  `case \${BASH_VERSION-} in ?*) IFS= read -r -d '' -n ${mostRead} doeflow_text < "$1";;`,
  `*) doeflow_text=$(head -c ${mostRead} "$1");; esac; }`,
];

/** Prints a file's lines that match `pattern`, by builtins alone. */
export function printLines(
  { path, unless }: { readonly path: string; readonly unless: string },
  pattern = '*',
): string[] {
  return [
    `if [ -f ${path} ] && ! ${unless}; then doeflow_read ${path}; while IFS= read -r doeflow_line || [ -n "$doeflow_line" ]; do`,
    // What stands behind the last line end is no line.
    '[ -n "$doeflow_line" ] || continue',
    `case $doeflow_line in ${pattern}) printf '%s\\n' "$doeflow_line";; esac`,
    'done << doeflow_end_of_text\n$doeflow_text\ndoeflow_end_of_text\nfi',
  ];
}
