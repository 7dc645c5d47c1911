/** Guards of what archive passes say to each other and hear from a person. */
import type {
  ApprovalDecision,
  ApprovalInput,
  ArchiveOrderSummary,
  DeletionPlan,
  PassCounts,
} from '../../src/run/archive-contract.ts';
import { flag, object, oneOf, optional, text, time, whole } from './guard.ts';
import { pace } from './study-guards.ts';

/** An archive and the time of a pass. */
export const passFields = { archive: text('archive'), passTime: time };

/** How many things came out in which way. */
export const passCounts = object<PassCounts>({
  jobs: whole('count'),
  files: whole('count'),
  bytes: whole('size'),
  failed: whole('count'),
});

/** What a pass knows of its archive. */
export const orderSummary = object<ArchiveOrderSummary>({
  destinationKey: text('destinationKey'),
  destination: text('sentence'),
  deleteJobs: flag,
  approve: flag,
});

/** Deletions that wait for a person. */
export const approvalInput = object<ApprovalInput>({
  ...passFields,
  pace,
  order: orderSummary,
  plan: object<DeletionPlan>({
    jobs: whole('count'),
    bytes: whole('size'),
    batches: whole('count'),
  }),
  approved: optional(oneOf(true)),
});

/** A person's word about them. */
export const approvalDecision = object<ApprovalDecision>({
  passTime: time,
  jobs: whole('count'),
  decision: oneOf('approve', 'decline'),
  by: text('name'),
  ticket: optional(text('ticket')),
});
