import type { ToldJob } from '../../src/archive/index.ts';

/** What a person can do after a pass, as sentences; empty where there is nothing. */
export function whatToDo({
  archive,
  jobs,
  awaitingApproval,
  isLost,
}: {
  readonly archive: string;
  readonly jobs: readonly ToldJob[];
  readonly awaitingApproval: number;
  readonly isLost: boolean;
}): string[] {
  const count = (what: string): number => jobs.filter((job) => job.what === what).length;
  const sentences: string[] = [];
  if (awaitingApproval > 0) {
    sentences.push(
      `${awaitingApproval === 1 ? '1 proven job waits' : `${awaitingApproval} proven jobs wait`} for your word before they are deleted: doeflow archive approve ${archive}`,
    );
  }
  if (count('failed') + count('unreadable') + count('archived') > 0 || isLost) {
    sentences.push(
      `What failed is taken up by the next pass by itself, and nothing of it was deleted. Read the reasons; to try at once: doeflow archive trigger ${archive}`,
    );
  }
  if (count('refused') > 0) {
    sentences.push(
      'What wasn’t deleted stays on the platform and is tried again by a later pass. Read the reasons: what has changed, or lacks its copy, is archived anew first; what the platform refused may have to be stopped first, or the token may lack the right',
    );
  }
  if (count('open-study') > 0) {
    sentences.push(
      'Jobs of studies that are not ended are left. A study that nobody goes on with can be stopped: doeflow list, doeflow stop',
    );
  }
  return sentences;
}
