/**
 * Deletions of one archive that wait for a person; without an answer nothing is deleted.
 *
 * Messages: `decideDeletions` (update, refused unless it names what waits), `newProposal` (a later pass's, which takes the place of what
 * waits), `deletionProposal`. An approved proposal is deleted by the destination's one writer; the store's decision is what permits it.
 */
import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type {
  ApprovalDecision,
  ApprovalInput,
  ApprovalResult,
  DeletionProposal,
} from '../../src/run/archive-contract.ts';
import { createActivityProxies } from '../activity-proxies.ts';
import {
  decideDeletionsUpdate,
  deletionProposalQuery,
  newProposalSignal,
} from '../archive-messages.ts';
import { messageGuards } from '../guards/message-guards.ts';
import { onSignal, onUpdate } from '../guards/on-message.ts';
import { asOneWriter } from './as-one-writer.ts';
import { detailsOfProposal } from './describe-pass.ts';
import { flowStateKey } from './flow-attributes.ts';

const patience = '30 days';

/** What was heard so far. */
interface Heard {
  decision?: ApprovalDecision['decision'];
  /** A decision is on its way into the store. */
  deciding: boolean;
  /** Of a later pass. */
  newer?: ApprovalInput;
}

export async function archiveApprovalWorkflow(input: ApprovalInput): Promise<ApprovalResult> {
  const heard: Heard = { deciding: false, ...(input.approved && { decision: 'approve' }) };
  answerMessages(input, heard);
  show(input, heard);
  const isAnswered = await condition(
    () => !heard.deciding && (heard.decision !== undefined || heard.newer !== undefined),
    patience,
    { summary: `until a person answers, or the deletions of ${input.passTime} are let go` },
  );
  // Just when the patience ended, a person may have begun to answer.
  await condition(() => !heard.deciding);
  const { archive, passTime, pace, order } = input;
  const target = { archive, passTime };
  const { decision } = heard;
  if (decision === undefined) {
    return goOn(heard, { ...target, outcome: isAnswered ? 'withdrawn' : 'expired' });
  }
  show(input, heard);
  if (decision === 'decline') return goOn(heard, { ...target, outcome: 'declined' });
  const work = { ...target, pace, order, work: 'delete' } as const;
  const result = await asOneWriter(work, () => undefined);
  if (result !== undefined) return goOn(heard, { ...target, outcome: 'approved', result });
  await condition(allHandlersFinished);
  return continueAsNew<typeof archiveApprovalWorkflow>({ ...input, approved: true });
}

function answerMessages(input: ApprovalInput, heard: Heard): void {
  const { archive, passTime } = input;
  const { step } = createActivityProxies(input.pace);
  setHandler(deletionProposalQuery, () => proposalOf(input, heard));
  onSignal(newProposalSignal, messageGuards.newProposalSignal, (proposal) => {
    // A signal may come twice, and that of an older pass late.
    const isNewer = proposal.passTime > (heard.newer ?? input).passTime;
    if (isNewer && proposal.archive === archive) heard.newer = proposal;
  });
  onUpdate(
    decideDeletionsUpdate,
    messageGuards.decideDeletionsUpdate,
    async (decision) => {
      heard.deciding = true;
      try {
        await step.recordDecision({ archive, passTime, decision });
        heard.decision = decision.decision;
      } finally {
        heard.deciding = false;
      }
      return { accepted: true } as const;
    },
    (asked) => refuseUnlessAsked(asked, input, heard),
  );
}

/** Asks the next question, where a later pass has one; else the answer to this one is the end. */
async function goOn({ newer }: Heard, otherwise: ApprovalResult): Promise<ApprovalResult> {
  await condition(allHandlersFinished);
  if (newer === undefined || newer.plan.jobs === 0) return otherwise;
  return continueAsNew<typeof archiveApprovalWorkflow>(newer);
}

function proposalOf(
  { archive, passTime, order, plan }: ApprovalInput,
  { decision }: Heard,
): DeletionProposal {
  const state =
    decision === undefined ? 'waiting' : decision === 'approve' ? 'deleting' : 'declined';
  return { archive, passTime, destination: order.destination, plan, state };
}

function show(input: ApprovalInput, heard: Heard): void {
  const proposal = proposalOf(input, heard);
  setCurrentDetails(detailsOfProposal(proposal));
  upsertSearchAttributes([{ key: flowStateKey, value: proposal.state }]);
}

/** @throws ApplicationFailure APPROVAL_REFUSED, which the asking person reads */
function refuseUnlessAsked(
  asked: ApprovalDecision,
  { archive, passTime, plan }: ApprovalInput,
  { newer, deciding, decision }: Heard,
): void {
  const refuse = (sentence: string): never => {
    throw ApplicationFailure.nonRetryable(
      `${sentence}. See what waits now: doeflow archive show ${archive}`,
      'APPROVAL_REFUSED',
    );
  };
  if (deciding || decision !== undefined) {
    refuse(`The deletions of the pass ${passTime} are decided already`);
  }
  if (newer !== undefined || asked.passTime !== passTime) {
    const now = (newer ?? { passTime }).passTime;
    refuse(`The deletions of the pass ${asked.passTime} don’t wait: those of ${now} do`);
  }
  if (asked.jobs !== plan.jobs) {
    refuse(`Jobs that wait to be deleted: ${plan.jobs}, not ${asked.jobs}`);
  }
}
