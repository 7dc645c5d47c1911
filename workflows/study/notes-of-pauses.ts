/** What the note of a guard, or of a person's pause, tells as long as the study is paused: what is stopped, and what can be done. */
const whilePaused =
  /^Paused (by (?:the guard \w+: |its owner at ).*?)\. Nothing more is started;.*$/su;

/** The notes of a study that is paused: only the pause that holds it now is told with what can be done about it. */
export function notesOfPause(notes: readonly string[]): readonly string[] {
  const now = notes.findLastIndex((note) => whilePaused.test(note));
  return [...notesOfPast(notes.slice(0, now)), ...notes.slice(Math.max(0, now))];
}

/** The notes of a study that goes on, or is over: a pause is told as past, without what could be done about it then. */
export function notesOfPast(notes: readonly string[]): readonly string[] {
  return notes.map((note) => note.replace(whilePaused, 'Was paused $1'));
}
