/** What this execution didn't take, for those parts of the story that tell it to people. */

let refused = 0;
let latest = '';
let hear: ((sentence: string) => void) | undefined;

/** Counts a message that was refused. @returns a sentence for the log */
export function countRefused(what: string, why: string): string {
  refused += 1;
  latest = what;
  return `A ${what} was refused: ${why}`;
}

/** Names who hears what delays this execution; a study tells it by its notes, so it needs nobody. */
export function hearRefused(listener: (sentence: string) => void): void {
  hear = listener;
}

/** Tells a delay by what is refused again and again. */
export function tellRefused(sentence: string): void {
  hear?.(sentence);
}

/** A sentence on what was refused, for the study's notes; none where nothing was. */
export function refusedNotes(): readonly string[] {
  if (refused === 0) return [];
  const count = refused === 1 ? '1 message was' : `${refused} messages were`;
  return [
    `${count} refused, as no holder of this study's payload key sent it; last a ${latest}. Somebody else speaks to this Temporal server, or a worker has another key: doeflow doctor`,
  ];
}
