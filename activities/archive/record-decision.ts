import { isDeepStrictEqual } from 'node:util';
import { archiveLayout } from '../../src/archive/index.ts';
import type { ApprovalDecision, PassTarget } from '../../src/run/archive-contract.ts';
import { isTicketName } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { passName, refusal } from './open-archive.ts';

/** Keeps a person's word about the deletions of a pass, which they wrote into the store before; the first one counts. */
export async function recordDecision(
  { store }: ActivityDependencies,
  target: PassTarget & { readonly decision: ApprovalDecision },
  _run: ActivityRun,
): Promise<void> {
  const { archive, passTime } = target;
  const { ticket = '', ...decision } = target.decision;
  const folder = store.standingOrder('archives', archive);
  const word = isTicketName(ticket) ? await folder.find(archiveLayout.word(ticket)) : undefined;
  if (!isDeepStrictEqual(word, decision)) {
    throw refusal(
      'ARCHIVE_DECISION',
      `Nobody wrote this decision about ${passName(target)} into the store: give it with doeflow archive approve ${archive}`,
    );
  }
  const due = await folder.read(archiveLayout.due(passTime));
  if (decision.passTime !== passTime || decision.jobs !== due.length) {
    throw refusal(
      'ARCHIVE_DECISION',
      `The decision is about ${decision.jobs} jobs of pass ${decision.passTime}, but ${passName(target)} proposes ${due.length}: look at the proposal again`,
    );
  }
  const object = archiveLayout.decision(passTime);
  if (await folder.create(object, decision)) return;
  const first = await folder.read(object);
  if (first.decision === decision.decision) return;
  throw refusal(
    'ARCHIVE_DECISION',
    `${first.by} decided about ${passName(target)} before: ${first.decision}. What was decided isn’t changed`,
  );
}
