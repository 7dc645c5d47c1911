/** The guard of every signal and update that carries something, by the name of its handle. One that is missing doesn't compile. */
import type { SignalDefinition, UpdateDefinition } from '@temporalio/common';
import type { BudgetOrder } from '../../src/run/budget-contract.ts';
import type { PauseOrder } from '../../src/run/pause-messages.ts';
import type * as archiveMessages from '../archive-messages.ts';
import type * as messages from '../messages.ts';
import { approvalDecision, approvalInput } from './archive-guards.ts';
import { flag, object, oneOf, type Guard } from './guard.ts';
import {
  askedAgain,
  askedOn,
  borrower,
  clusterNews,
  jobEnd,
  jobProgress,
  platformStatus,
  stopMode,
  ticketName,
  toStudy,
} from './study-guards.ts';

type Messages = typeof messages & typeof archiveMessages;

/** What a message carries; never for a query, and for a message that carries nothing. */
type ContentOf<Message> =
  Message extends SignalDefinition<[infer Content]>
    ? Content
    : Message extends UpdateDefinition<unknown, [infer Content]>
      ? Content
      : never;

type MessageGuards = {
  readonly [
    Handle in keyof Messages as ContentOf<Messages[Handle]> extends never ? never : Handle
  ]: Guard<ContentOf<Messages[Handle]>>;
};

const stopOrder = object({ mode: stopMode });

/** The table. */
export const messageGuards: MessageGuards = {
  stopStudyUpdate: stopOrder,
  budgetStudyUpdate: object<BudgetOrder>({ look: oneOf('again') }),
  pauseStudyUpdate: object<PauseOrder>({ now: flag }),
  retryStudyUpdate: askedAgain,
  resumeStudyUpdate: askedOn,
  amendStudyUpdate: ticketName,
  jobEndedSignal: toStudy(jobEnd),
  platformStatusSignal: platformStatus,
  stopJobSignal: stopOrder,
  jobProgressSignal: toStudy(jobProgress),
  borrowClusterSignal: borrower,
  returnClusterSignal: borrower,
  clusterNewsSignal: toStudy(clusterNews),
  decideDeletionsUpdate: approvalDecision,
  newProposalSignal: approvalInput,
};
