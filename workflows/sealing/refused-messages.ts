/** What this execution didn't take, for those parts of the story that tell it to people. */

let refused = 0;
const hearers: ((sentence: string) => void)[] = [];

/** Calls `hear` with a sentence for each message that is refused from now on. */
export function onRefusedMessage(hear: (sentence: string) => void): void {
  hearers.push(hear);
}

/** Counts a message that was refused. @returns the sentence that says so */
export function countRefused(what: string, why: string): string {
  refused += 1;
  const sentence = `A ${what} was refused, as ${why}; ${refused === 1 ? 'it is the first one' : `${refused} so far`}`;
  for (const hear of hearers) hear(sentence);
  return sentence;
}
