/** Workers that refuse what this command line seals: known before anything is sent to them, as a refusal would show in the study alone. */
import { UsageError } from '../../errors.ts';
import { readPollingWorkers } from '../../temporal/polling-workers.ts';
import { believes } from '../../temporal/worker-identity.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from './open-engine.ts';

/** @throws UsageError USAGE_PAYLOAD_KEY, exit code 7, where no worker that is up believes this command line's key */
export async function requireSameKeys(context: CommandContext, engine: Engine): Promise<void> {
  const [ours = ''] = engine.fingerprints ?? [];
  const workers = await readPollingWorkers(engine);
  const refusing = workers.filter((worker) => !believes(worker, ours));
  if (refusing.length === 0) return;
  const who = refusing.join('; ');
  const hint =
    'Give all workers and command lines the same key file (DOEFLOW_PAYLOAD_KEY_FILE); doeflow doctor compares them';
  if (refusing.length < workers.length) {
    context.output.warn(
      `A worker has another payload key than this command line's, ${ours}, and can do nothing for what is sealed with that; one that has ended is listed for a minute: ${who}. ${hint}`,
    );
    return;
  }
  throw new UsageError(
    'USAGE_PAYLOAD_KEY',
    `The workers refuse what this command line sends, as it is sealed with the key ${ours}, which they don't have: ${who}`,
    { exitCode: 7, hint: `${hint}. A worker that has ended is listed for a minute` },
  );
}
