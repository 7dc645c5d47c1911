/** What `doeflow doctor` says of workers whose token the platform refuses, as far as steps of open studies wait for that: no worker tells its token. */
import type { Check } from '../host/doctor/check.ts';
import type { CommandContext } from './context.ts';
import type { Engine } from './engine/open-engine.ts';
import { findWaiting } from './engine/find-waiting.ts';
import { openEngineIfUp } from './engine/open-engine-if-up.ts';

/** The same where another part doesn't work, which may be the reason: as far as Temporal can be asked. */
export async function checkRefusedWorkersIfUp(context: CommandContext): Promise<readonly Check[]> {
  const engine = await openEngineIfUp(context).catch(() => undefined);
  try {
    return await checkRefusedWorkers(engine, () => context.now());
  } catch {
    // Which part it is that doesn't answer is among the checks.
    return [];
  } finally {
    await engine?.close();
  }
}

/** One check where any step waits for a token; none where none does, or nothing is up. */
export async function checkRefusedWorkers(
  engine: Pick<Engine, 'temporalClient' | 'embedded'> | undefined,
  now: () => Date,
): Promise<readonly Check[]> {
  if (engine === undefined) return [];
  const { waiting, workers, asked } = await findWaiting(engine, now(), 'API_AUTHENTICATION');
  if (waiting.length === 0) return [];
  return [
    {
      name: 'Tokens of workers',
      ok: false,
      detail: `the platform refuses the token of ${workers.join('; ') || 'a worker'}: ${waiting.length} of the ${asked} open workflows that were asked wait for it, such as ${waiting[0]}`,
      hint: engine.embedded
        ? 'Create a new token in the platform’s settings, then doeflow login'
        : 'Create a new token in the platform’s settings, then doeflow login on the workers’ machines: they go on by themselves. A worker whose token came by DOEFLOW_PLATFORM_TOKEN must be started again with it',
    },
  ];
}
