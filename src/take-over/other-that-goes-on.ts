import type { TakeOver } from '../store/index.ts';
import type { TakeOverMark } from './mark-of-take-over.ts';

/**
 * The home that goes on in this one's place; undefined where this one may. Of two that took over from the same back-up it is the one whose mark
 * the platform made first; who took over from a home, or instead of it, goes on in its place, and in that of those that it had followed. One that was
 * followed is never named: it may not go on itself.
 * @param own the take-over of the store here; undefined for an original, which any take-over declares gone
 */
export function otherThatGoesOn(
  own: Pick<TakeOver, 'id' | 'after'> | undefined,
  marks: readonly TakeOverMark[],
): TakeOverMark | undefined {
  const gone = own === undefined ? new Set<string>() : followedBy(own, marks);
  const strangers = marks.filter(({ id }) => own?.id !== id && !gone.has(id));
  const followed = new Set(strangers.flatMap((mark) => [...followedBy(mark, marks)]));
  const heads = strangers.filter(({ id }) => !followed.has(id));
  if (own === undefined) return heads.at(-1);
  const follower = heads.filter((mark) => followedBy(mark, marks).has(own.id)).at(-1);
  if (follower !== undefined) return follower;
  const isMarked = marks.some(({ id }) => id === own.id);
  const ownFirst = firstOf(own, marks);
  const isBefore = (other: TakeOverMark): boolean =>
    !isMarked || ownFirst === undefined || byAge(firstOf(other, marks) ?? other, ownFirst) < 0;
  return heads.sort(byAge).find(isBefore);
}

/** Ids of the take-overs that one stands for: those that it follows, and those that they followed. */
function followedBy(
  { id, after }: Pick<TakeOver, 'id' | 'after'>,
  marks: readonly TakeOverMark[],
): ReadonlySet<string> {
  const ids = new Set(after);
  // A set gives what is added while it is gone through, too.
  for (const one of ids) {
    for (const mark of marks)
      if (mark.id === one) for (const earlier of mark.after) ids.add(earlier);
  }
  ids.delete(id);
  return ids;
}

/** The oldest mark of a take-over and of those that it stands for. */
function firstOf(
  one: Pick<TakeOver, 'id' | 'after'>,
  marks: readonly TakeOverMark[],
): TakeOverMark | undefined {
  const ids = followedBy(one, marks);
  return marks.filter(({ id }) => id === one.id || ids.has(id)).sort(byAge)[0];
}

/** Whose take-over it was, and when. */
export function describeOther({ home, host, at, jobId }: TakeOverMark): string {
  return `${home} on ${host} took over on ${at} (job ${jobId} on the platform says so)`;
}

function byAge(one: TakeOverMark, other: TakeOverMark): number {
  return one.madeMs - other.madeMs || (one.jobId < other.jobId ? -1 : 1);
}
