/** Waits for a workflow that isn't a study, and tells meanwhile what it waits for, in the words that studies have. */
import type { Trouble } from '../../run/trouble.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { formatDuration } from '../format-quantities.ts';
import { printableLine } from '../printable.ts';
import { followTroubles, type KnownTrouble } from '../../look/follow-troubles.ts';
import { troubleNews } from './trouble-news.ts';
import { lookAround } from './look-at-flow.ts';
import { isOutage } from '../../look/look-at-study.ts';
import { pause } from './pause.ts';
import { troubleLines } from './render-frame.ts';

/** A workflow that is waited for. */
export interface FollowedFlow<T> {
  readonly handle: { readonly workflowId: string; result(): Promise<T> };
  /** For a person, such as `the pass archive-nightly-2026-03-01T03:00:00Z`. */
  readonly what: string;
  /** Workflows that may hold it up without being below it. */
  readonly beside: readonly string[];
  /** The command that waits again. */
  readonly again: string;
}

/** How the waiting ended. */
export type FlowEnd<T> =
  | { readonly kind: 'ended'; readonly result: T }
  /** The person left first; the workflow goes on. `troubles`: what it waits for. */
  | { readonly kind: 'interrupted'; readonly troubles: readonly Trouble[] };

/** Resolves when the workflow ended, or the person left; no call is running any more then. @throws what its result throws */
export async function followFlow<T>(
  context: CommandContext,
  engine: Engine,
  { handle, what, beside, again }: FollowedFlow<T>,
): Promise<FlowEnd<T>> {
  const { output, interrupt } = context;
  interrupt.handle();
  const show = createFlowView(context, what);
  let known: readonly KnownTrouble[] = [];
  let troubles: readonly Trouble[] = [];
  try {
    while (!interrupt.signal.aborted) {
      const look = await lookAround(engine, { workflowIds: [handle.workflowId], beside, again });
      const end = look.closed ? await readEnd(handle) : undefined;
      if (end !== undefined) return end;
      known = followTroubles(known, look.troubles, context.now().getTime(), {
        isBlind: look.isBlind,
      });
      troubles = known.map(({ trouble }) => trouble);
      show(troubles);
      await pause(engine.embedded ? 400 : 1_000, interrupt.signal);
    }
    return { kind: 'interrupted', troubles };
  } finally {
    output.endFrame();
  }
}

/** The result of a closed workflow; undefined where Temporal doesn't answer just now. */
async function readEnd<T>(handle: FollowedFlow<T>['handle']): Promise<FlowEnd<T> | undefined> {
  try {
    return { kind: 'ended', result: await handle.result() };
  } catch (error) {
    if (!isOutage(error)) throw error;
    return undefined;
  }
}

/** A live frame on a terminal, else lines about what began, changed and ended. */
function createFlowView(
  { output, now }: CommandContext,
  what: string,
): (troubles: readonly Trouble[]) => void {
  const begunMs = now().getTime();
  let told: readonly Trouble[] = [];
  return (troubles) => {
    if (output.quiet) return;
    if (output.live) {
      const elapsed = formatDuration(now().getTime() - begunMs);
      const lines = [`waiting for ${what}, ${elapsed}`, ...troubleLines(troubles, now())];
      output.frame(lines.map((line) => printableLine(output.carried(line))));
      return;
    }
    for (const line of troubleNews(told, troubles, now())) output.note(line);
    told = troubles;
  };
}
