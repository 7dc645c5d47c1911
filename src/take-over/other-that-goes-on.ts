import type { TakeOver } from '../store/index.ts';
import type { TakeOverMark } from './mark-of-take-over.ts';

/**
 * The home that goes on in this one's place; undefined where this one may. Of two that took over from the same back-up it is the one whose mark
 * the platform made first; who took over from a home, or instead of it, goes on in its place.
 * @param own the take-over of the store here; undefined for an original, which any take-over declares gone
 */
export function otherThatGoesOn(
  own: Pick<TakeOver, 'id' | 'after'> | undefined,
  marks: readonly TakeOverMark[],
): TakeOverMark | undefined {
  const strangers = marks.filter(({ id }) => own?.id !== id && own?.after.includes(id) !== true);
  if (own === undefined) return strangers.at(-1);
  const followers = strangers.filter(({ after }) => after.includes(own.id));
  const follower = followers.at(-1);
  if (follower !== undefined) return follower;
  const [ownMark] = marks.filter(({ id }) => id === own.id).sort(byAge);
  return strangers.sort(byAge).find((other) => ownMark === undefined || byAge(other, ownMark) < 0);
}

/** Whose take-over it was, and when. */
export function describeOther({ home, host, at, jobId }: TakeOverMark): string {
  return `${home} on ${host} took over on ${at} (job ${jobId} on the platform says so)`;
}

function byAge(one: TakeOverMark, other: TakeOverMark): number {
  return one.madeMs - other.madeMs || (one.jobId < other.jobId ? -1 : 1);
}
