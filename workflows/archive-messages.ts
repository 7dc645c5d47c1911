/** What one can say to an archive's workflows: queries, updates, signals. The command line imports this file; it holds no workflow. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type {
  ApprovalDecision,
  ApprovalInput,
  DeletionProposal,
  PassView,
} from '../src/run/archive-contract.ts';

/** How far the pass is that a destination's one writer works on; answered from memory. */
export const archiveProgressQuery = defineQuery<PassView>('archiveProgress');

/** The deletions that wait for a person. */
export const deletionProposalQuery = defineQuery<DeletionProposal>('deletionProposal');

/** A person's word; refused unless it names the proposal that waits. Answers when the decision is kept in the store. */
export const decideDeletionsUpdate = defineUpdate<{ readonly accepted: true }, [ApprovalDecision]>(
  'decideDeletions',
);

/** Pass -> approval: a later pass found these; they take the place of what waits. */
export const newProposalSignal = defineSignal<[ApprovalInput]>('newProposal');
