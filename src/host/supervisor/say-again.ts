/** The same sentence is told again after this time only. */
const againMs = 60_000;

/** Passes sentences on; what is said over and over reaches the person once a minute. */
export function sayOnceAMinute(
  say: (sentence: string) => void,
  now: () => number = () => performance.now(),
): (sentence: string) => void {
  const saidAt = new Map<string, number>();
  return (sentence) => {
    const before = saidAt.get(sentence);
    if (before !== undefined && now() - before < againMs) return;
    saidAt.set(sentence, now());
    say(sentence);
  };
}
