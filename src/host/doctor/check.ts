import { EngineError } from '../../errors.ts';
import { systemFaultOf } from '../../files/index.ts';

/** One thing that `doeflow doctor` looked at. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What isn't there is started after what `doctor --fix` mends. */
  readonly comesLater?: true;
  /** What was found, as a short sentence. */
  readonly detail: string;
  /** What to do when it isn't ok. */
  readonly hint?: string;
}

/** Turns what was thrown while looking into a check that isn't ok. */
export function failedCheck(name: string, error: unknown): Check {
  const fault = systemFaultOf(error);
  const hint = error instanceof EngineError ? error.hint : fault?.remedy;
  return {
    name,
    ok: false,
    detail: fault?.message ?? (error instanceof Error ? error.message : String(error)),
    ...(hint === undefined ? {} : { hint }),
  };
}
