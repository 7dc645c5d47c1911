import { createHash } from 'node:crypto';

/** Draws of one odd platform: the same seed and the same requests give the same ones. */
export interface Draws {
  /** Whether the next draw of this kind lies below a probability. */
  readonly below: (kind: string, probability: number) => boolean;
  /** One of several, by the next draw of this kind. */
  readonly oneOf: <T>(kind: string, choices: readonly [T, ...T[]]) => T;
  /** Draws for one thing: the same ones however often it is shown. */
  readonly of: (thing: string) => Pick<Draws, 'below' | 'oneOf'>;
}

/** Draws of each kind have a sequence of their own, so that one more of a kind leaves the others as they are. */
export function createDraws(seed: number): Draws {
  const drawn = new Map<string, number>();
  const next = (kind: string): number => {
    const number = drawn.get(kind) ?? 0;
    drawn.set(kind, number + 1);
    return draw(`${seed}/${kind}/${number}`);
  };
  return {
    ...drawBy(next),
    of: (thing) => {
      const key = createHash('sha256').update(thing).digest('base64');
      return drawBy((kind) => draw(`${seed}/${kind} of ${key}`));
    },
  };
}

function drawBy(next: (kind: string) => number): Pick<Draws, 'below' | 'oneOf'> {
  return {
    below: (kind, probability) => next(kind) < probability,
    oneOf: (kind, choices) => choices[Math.floor(next(kind) * choices.length)] ?? choices[0],
  };
}

/** From 0 to 1, by the text alone. */
function draw(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}
