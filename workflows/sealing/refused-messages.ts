/** What this execution didn't take, for those parts of the story that tell it to people. */

let refused = 0;
let latest = '';

/** Counts a message that was refused. @returns a sentence for the log */
export function countRefused(what: string, why: string): string {
  refused += 1;
  latest = what;
  return `A ${what} was refused: ${why}`;
}

/** A sentence on what was refused, for the study's notes; none where nothing was. */
export function refusedNotes(): readonly string[] {
  if (refused === 0) return [];
  const count = refused === 1 ? '1 message was' : `${refused} messages were`;
  return [
    `${count} refused, as no holder of this study's payload key sent it; last a ${latest}. Somebody else speaks to this Temporal server, or a worker has another key: doeflow doctor`,
  ];
}
