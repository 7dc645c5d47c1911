/**
 * Shell text for the place of the marker's file, where a process may have put something else: opening a pipe waits for its other end for
 * ever, and a link leads out of the run's folder.
 */
import { runMarkerName } from './run-marker.ts';

/** What may stand there, by the test of the shell that tells it. A link comes first, since the other tests follow it. */
const strangers = [
  ['-L', 'a link'],
  ['-d', 'a folder'],
  ['-p', 'a pipe'],
  ['-S', 'a socket'],
  ['-b', 'a device'],
  ['-c', 'a device'],
] as const;

/** Names the file by the folder itself: where the run put a link in its place, a path leads elsewhere. */
export const nameMarker = `doeflow_marker=./${runMarkerName}`;

/** Descriptor by which the wrapper's shell holds the marker's file: what else stands in its place, such as a hard link, isn't that file. */
const markerDescriptor = 9;

/**
 * A condition: what stands there is no file that may be opened.
 * @param shell pid of the wrapper's shell, as its own shells name it; where the system doesn't tell what a process holds, a hard link isn't seen
 */
export function isStranger(shell: 'self' | '$doeflow_parent'): string {
  const held = `/proc/${shell}/fd/${markerDescriptor}`;
  return `[ -L "$doeflow_marker" ] || { [ -e "$doeflow_marker" ] && { [ ! -f "$doeflow_marker" ] || { [ -e ${held} ] && ! [ "$doeflow_marker" -ef ${held} ]; }; }; }`;
}

/** Closes the descriptor. */
export const letMarkerGo = `exec ${markerDescriptor}<&-`;

/** Holds the file that stands there, if one does. */
export const holdMarker = `if [ -f "$doeflow_marker" ] && [ ! -L "$doeflow_marker" ]; then exec ${markerDescriptor}< "$doeflow_marker"; fi`;

/** Begins the marker's file anew: whatever stood there belongs to an earlier try of the run, and may be linked to elsewhere. */
export const beginMarker = [
  'if [ -e "$doeflow_marker" ] || [ -L "$doeflow_marker" ]; then command rm -rf "$doeflow_marker"; fi',
  '[ -e "$doeflow_marker" ] || : > "$doeflow_marker"',
];

/** The marker's file where it may be read. */
export const markerFile = { path: '"$doeflow_marker"', unless: '[ -L "$doeflow_marker" ]' };

/** Defines `doeflow_clear`: takes away what is no plain file and leaves its name in `doeflow_replaced`, else nothing; fails where it can't. */
export const defineClear = [
  'doeflow_clear() {',
  'doeflow_replaced=',
  `if ${isStranger('self')}; then`,
  ...strangers.map(
    ([test, what], at) =>
      `${at === 0 ? 'if' : 'elif'} [ ${test} "$doeflow_marker" ]; then doeflow_replaced='${what}'`,
  ),
  // Another file is nothing to tell of: a command that clears its folder makes a new one of its notes.
  'elif [ ! -f "$doeflow_marker" ]; then doeflow_replaced=\'something that is no file\'; fi',
  'command rm -rf "$doeflow_marker"',
  `if ${isStranger('self')}; then return 1; fi`,
  'fi',
  'return 0; }',
];
