import { createHash } from 'node:crypto';

/** Draws of one odd platform: the same seed and the same requests give the same ones. */
export interface Draws {
  /** Whether the next draw of this kind lies below a probability. */
  readonly below: (kind: string, probability: number) => boolean;
  /** One of several, by the next draw of this kind. */
  readonly oneOf: <T>(kind: string, choices: readonly [T, ...T[]]) => T;
}

/** Draws of each kind have a sequence of their own, so that one more of a kind leaves the others as they are. */
export function createDraws(seed: number): Draws {
  const drawn = new Map<string, number>();
  const next = (kind: string): number => {
    const number = drawn.get(kind) ?? 0;
    drawn.set(kind, number + 1);
    const digest = createHash('sha256').update(`${seed}/${kind}/${number}`).digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
  return {
    below: (kind, probability) => next(kind) < probability,
    oneOf: (kind, choices) => choices[Math.floor(next(kind) * choices.length)] ?? choices[0],
  };
}
