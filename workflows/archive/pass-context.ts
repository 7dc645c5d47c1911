/** What every part of a pass shares. */
import { workflowInfo } from '@temporalio/workflow';
import type { ArchiveIntoInput, PassTarget } from '../../src/run/archive-contract.ts';
import type { ActivityProxies } from '../activity-proxies.ts';
import type { PassLedger } from './pass-ledger.ts';

/** Child workflows of one execution, each with a history of its own; more than these continue in a new one. */
const mostBatches = 200;

export interface PassContext {
  readonly input: ArchiveIntoInput;
  /** The input's archive and time alone, as activities are told them. */
  readonly pass: PassTarget;
  readonly ledger: PassLedger;
  readonly proxies: ActivityProxies;
  /** Told of each batch or study that begins. */
  begins(): void;
  /** True when the history has grown enough that the pass should continue in a new execution. */
  mustContinueAsNew(): boolean;
}

/** Binds input, ledger and activities of one execution. */
export function createPassContext(
  input: ArchiveIntoInput,
  ledger: PassLedger,
  proxies: ActivityProxies,
): PassContext {
  const { archive, passTime } = input;
  let begun = 0;
  return {
    input,
    pass: { archive, passTime },
    ledger,
    proxies,
    begins: () => {
      begun += 1;
    },
    mustContinueAsNew: () => begun >= mostBatches || workflowInfo().continueAsNewSuggested,
  };
}
