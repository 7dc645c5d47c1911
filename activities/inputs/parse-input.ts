import { ApplicationFailure } from '@temporalio/common';
import type { Activities } from '../../src/run/activity-contract.ts';
import { badMessage } from '../../src/run/message-forms.ts';
import { archiveInputs, recurrenceInputs } from './archive-inputs.ts';
import { reaperInputs } from './reaper-inputs.ts';
import { studyInputs, type InputSchemas } from './study-inputs.ts';

/** The schema of every activity's input. An activity of the contract without one doesn't compile. */
const activityInputs: InputSchemas<Activities> = {
  ...studyInputs,
  ...archiveInputs,
  ...recurrenceInputs,
  ...reaperInputs,
};

const mostIssues = 3;
const longestMessage = 1000;

/**
 * Gives back what an activity was asked, made anew of the fields that it knows.
 * @throws ApplicationFailure BAD_MESSAGE, not retried, for what the engine's workflows can't have sent
 */
export function parseInput(activity: keyof Activities, given: unknown): unknown {
  const { data, error } = activityInputs[activity].safeParse(given);
  if (error === undefined) return data;
  const issues = error.issues
    .slice(0, mostIssues)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the input'}: ${message}`);
  const more = error.issues.length - issues.length;
  const sentence = `${activity} can't have been asked for this by doeflow: ${issues.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  throw ApplicationFailure.nonRetryable(sentence.slice(0, longestMessage), badMessage);
}
