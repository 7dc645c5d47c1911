/** What every part of the story shares. */
import { workflowInfo } from '@temporalio/workflow';
import type { ActivityProxies } from '../activity-proxies.ts';
import type { StudyInput } from '../../src/run/messages.ts';
import type { StudyLedger } from './study-ledger.ts';

export interface StudyContext {
  readonly input: StudyInput;
  /** Id of this study's workflow: jobs and clusters answer to it. */
  readonly workflowId: string;
  readonly ledger: StudyLedger;
  readonly proxies: ActivityProxies;
  /** True when the history has grown enough that the story should continue in a new execution. */
  mustContinueAsNew(): boolean;
}

/** Binds input, ledger and activities of one execution. */
export function createStudyContext(
  input: StudyInput,
  ledger: StudyLedger,
  proxies: ActivityProxies,
): StudyContext {
  return {
    input,
    workflowId: workflowInfo().workflowId,
    ledger,
    proxies,
    mustContinueAsNew: () => workflowInfo().continueAsNewSuggested,
  };
}
