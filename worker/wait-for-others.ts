/** A worker with another payload key, store, platform or account than the others have would take their work and could do none of it: it waits, and says so, unless what is open is its own. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  isSamePlatform,
  keysOfWorker,
  platformOfWorker,
  storeOfWorker,
} from '../src/temporal/worker-identity.ts';

const betweenMs = 5_000;

const differing =
  'other payload keys (or another first one that not all have), another store, or another platform or account';

const sameForAll =
  'the same key file (DOEFLOW_PAYLOAD_KEY_FILE), the same store (DOEFLOW_STORE) and the same platform (DOEFLOW_PLATFORM_URL, with a token of one account)';

/**
 * Returns true, which says that the worker may begin, once no worker is listed that has another store, platform or account, or that lacks the key with which this one seals, or seals with one that this one lacks;
 * and at once where this worker alone can go on with what is open, as the others are the strangers then. During a change of keys, in its order, each worker has the keys with which its
 * neighbours seal. Returns false where the wait ends because there is another token, with which all is looked at anew.
 * @param read gives the identities of those that poll
 * @param identity of this worker
 * @param hasOpenWork whether any open study is of this worker's key, store and platform, and of none of the others named
 * @param hasNewToken asked at each look that makes it wait: its own token may be of the wrong account
 */
export async function waitForOthers(
  read: () => Promise<readonly string[]>,
  identity: string,
  hasOpenWork: (others: readonly string[]) => Promise<boolean>,
  hasNewToken: () => boolean,
  log: Pick<Logger, 'warn' | 'info'>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<boolean> {
  for (let told = ''; ;) {
    const others = (await readOrNone(read, log)).filter((worker) => !fits(worker, identity));
    if (others.length === 0) {
      if (told !== '') log.info('No such worker is listed any more: this one begins');
      return true;
    }
    const names = others.join('; ');
    if (await orFalse(() => hasOpenWork(others), log)) {
      log.warn(
        `Workers with ${differing} are listed, which can do nothing for the studies that are open, and delay them: ${names}. End them, or give them what this worker, ${identity}, has: ${sameForAll}. One that was killed is listed for a minute`,
      );
      return true;
    }
    if (hasNewToken()) return false;
    if (names !== told) {
      log.warn(
        `Waiting, and taking no work: this worker is ${identity}, and workers with ${differing} are listed, of which neither can do the other's work: ${names}. Give all workers and command lines ${sameForAll}. A worker that was killed is listed for a minute`,
      );
      told = names;
    }
    await wait(betweenMs);
  }
}

/** Whether two workers can do each other's work; one of an earlier version doesn't tell what it has. */
function fits(one: string, other: string): boolean {
  const [keys, otherKeys] = [keysOfWorker(one), keysOfWorker(other)];
  const [store, otherStore] = [storeOfWorker(one), storeOfWorker(other)];
  const [sealing = ''] = keys ?? [];
  const [otherSealing = ''] = otherKeys ?? [];
  const sharesKey =
    keys === undefined ||
    otherKeys === undefined ||
    (otherKeys.includes(sealing) && keys.includes(otherSealing));
  const sharesStore = store === undefined || otherStore === undefined || store === otherStore;
  return sharesKey && sharesStore && isSamePlatform(platformOfWorker(one), platformOfWorker(other));
}

async function orFalse(ask: () => Promise<boolean>, log: Pick<Logger, 'warn'>): Promise<boolean> {
  try {
    return await ask();
  } catch (error) {
    log.warn(
      { error },
      'Could not look whether an open study is of this worker’s key, store and platform',
    );
    return false;
  }
}

/** Who may not look works as if nobody were there. */
async function readOrNone(
  read: () => Promise<readonly string[]>,
  log: Pick<Logger, 'warn'>,
): Promise<readonly string[]> {
  try {
    return await read();
  } catch (error) {
    log.warn({ error }, `Could not look for workers with ${differing}`);
    return [];
  }
}
