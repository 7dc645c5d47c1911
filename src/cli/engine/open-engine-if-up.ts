import type { CommandContext } from '../context.ts';
import { embeddedIsUp } from './embedded-is-up.ts';
import type { Engine } from './open-engine.ts';
import { openEngine, readSettings } from './open-engine.ts';

/** The engine where it is up already; undefined where the embedded parts would have to be started only to look. */
export async function openEngineIfUp(context: CommandContext): Promise<Engine | undefined> {
  const settings = readSettings(context);
  if (settings.temporal === 'embedded' && !(await embeddedIsUp(settings))) return undefined;
  return openEngine(context);
}
