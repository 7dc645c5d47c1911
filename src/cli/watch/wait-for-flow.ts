import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import { followFlow, type FollowedFlow } from './follow-flow.ts';

/**
 * The result of a workflow that goes on without this command; undefined where the person left first: then that is told, with exit code 130.
 * @param flow.look the command that shows it later
 */
export async function waitForFlow<T>(
  context: CommandContext,
  engine: Engine,
  flow: FollowedFlow<T> & { readonly look: string },
): Promise<T | undefined> {
  const { output } = context;
  const { what, look, handle } = flow;
  const end = await followFlow(context, engine, flow);
  if (end.kind === 'ended') return end.result;
  const name = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  output.warn(
    engine.embedded
      ? `Stopped waiting. ${name} is kept: it goes on while doeflow dev is up. See: ${look}`
      : `Stopped waiting. ${name} goes on. See: ${look}`,
  );
  if (output.json) {
    const { workflowId } = handle;
    output.show({ json: { workflowId, status: 'running', trouble: end.troubles }, human: [] });
  }
  context.end(exitCodes.interrupted);
  return undefined;
}
