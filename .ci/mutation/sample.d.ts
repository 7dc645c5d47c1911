import type { Mutant } from './judge-report.d.ts';

/** Whether a mutant belongs to the random sample that is so large a part of all; decided by its file, place and text, and by the seed, which draws another sample. */
export function isInSample(
  share: number,
  file: string,
  mutant: Pick<Mutant, 'mutatorName' | 'replacement' | 'location'>,
  seed?: string,
): boolean;

/** Between which scores the whole lies with a probability of 95 %, by a sample's counts (Wilson's interval); percent. */
export function intervalOf(
  noticed: number,
  all: number,
): readonly [lowest: number, highest: number];
