import type { CommandContext } from '../context.ts';
import { embeddedIsUp } from './embedded-is-up.ts';
import type { Engine } from './open-engine.ts';
import { readSettings } from './read-settings.ts';

/** The engine where it is running already; undefined where the embedded parts would have to be started just for this. @param patienceMs for a Temporal server of our own */
export async function openEngineIfUp(
  context: CommandContext,
  patienceMs?: number,
): Promise<Engine | undefined> {
  const settings = readSettings(context);
  if (settings.temporal === 'embedded' && !(await embeddedIsUp(settings))) return undefined;
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { openEngine } = await import('./open-engine.ts');
  return openEngine(context, patienceMs === undefined ? {} : { patienceMs });
}
