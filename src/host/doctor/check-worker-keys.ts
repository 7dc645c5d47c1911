import { believes, keysOfWorker } from '../../temporal/worker-identity.ts';
import type { Check } from './check.ts';

/**
 * Compares the payload keys of the workers with those of this command line, by their fingerprints: each must believe what the other seals.
 * @param workers identities of those that poll
 * @param ours fingerprints, the one that seals first
 */
export function checkWorkerKeys(workers: readonly string[], ours: readonly string[]): Check {
  const name = 'Keys of workers';
  const [first = ''] = ours;
  const problems = workers.flatMap((worker) => {
    const theirs = keysOfWorker(worker);
    if (theirs === undefined) return [];
    const [sealing = ''] = theirs;
    if (!believes(worker, first)) {
      return [
        `${worker}: it refuses what this command line sends, as that is sealed with ${first}`,
      ];
    }
    return ours.includes(sealing)
      ? []
      : [`${worker}: what it answers is refused here, as it seals with ${sealing}`];
  });
  const silent = workers.filter((worker) => keysOfWorker(worker) === undefined);
  const told = silent.length === 0 ? '' : `; not told by ${silent.join(', ')}`;
  return {
    name,
    ok: problems.length === 0,
    detail:
      problems.length === 0
        ? `${workers.length - silent.length} of ${workers.length} have ours${told}`
        : problems.join('; '),
    hint: 'A worker that has ended is listed for a minute: then look again. Give all workers and command lines the same key file (DOEFLOW_PAYLOAD_KEY_FILE), and restart the workers; to change the key, see docs/security.md',
  };
}
