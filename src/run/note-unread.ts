import type { RunOutcome } from './run-outcome.ts';

/** What is said where runs wait to be read anew by outputs that were amended: they have no values meanwhile. */
export function noteUnread(outcomes: Iterable<RunOutcome>): readonly string[] {
  const unread = [...outcomes].filter(({ isUnread }) => isUnread === true).length;
  if (unread === 0) return [];
  return [
    `${unread === 1 ? '1 run was' : `${unread} runs were`} collected before the outputs were amended and not read anew yet: their values are missing until then`,
  ];
}
