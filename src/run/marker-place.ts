/**
 * Shell text for the place of the marker's file, where a process may have put something else: opening a pipe waits for its other end for
 * ever, and a link leads out of the run's folder.
 */

/** What may stand there, by the test of the shell that tells it. A link comes first, since the other tests follow it. */
const strangers = [
  ['-L', 'a link'],
  ['-d', 'a folder'],
  ['-p', 'a pipe'],
  ['-S', 'a socket'],
  ['-b', 'a device'],
  ['-c', 'a device'],
] as const;

/** A condition: what stands there is no file that may be opened. */
export const isStranger =
  '[ -L "$doeflow_marker" ] || { [ -e "$doeflow_marker" ] && [ ! -f "$doeflow_marker" ]; }';

/** The marker's file where it may be read. */
export const markerFile = { path: '"$doeflow_marker"', unless: '[ -L "$doeflow_marker" ]' };

/** Defines `doeflow_clear`: takes away what is no plain file and leaves its name in `doeflow_replaced`, else nothing; fails where it can't. */
export const defineClear = [
  'doeflow_clear() {',
  'doeflow_replaced=',
  `if ${isStranger}; then`,
  ...strangers.map(
    ([test, what], at) =>
      `${at === 0 ? 'if' : 'elif'} [ ${test} "$doeflow_marker" ]; then doeflow_replaced='${what}'`,
  ),
  "else doeflow_replaced='something that is no file'; fi",
  'command rm -rf "$doeflow_marker"',
  `if ${isStranger}; then return 1; fi`,
  'fi',
  'return 0; }',
];
