/** Search attributes by which passes are found in the Temporal UI. */
import { defineSearchAttributeKey, type SearchAttributePair } from '@temporalio/common';

const flowNameKey = defineSearchAttributeKey('FlowName', 'KEYWORD');

/** What a pass is doing, or how it ended. */
export const flowStateKey = defineSearchAttributeKey('FlowState', 'KEYWORD');

/** For everything that an archive's workflow starts. */
export function flowAttributes(archive: string): { typedSearchAttributes: SearchAttributePair[] } {
  return { typedSearchAttributes: [{ key: flowNameKey, value: archive }] };
}
