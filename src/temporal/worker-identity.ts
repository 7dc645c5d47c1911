/** The name under which a worker is listed by Temporal: it says which payload keys the worker has, by their fingerprints, and which store. */
import { hostname } from 'node:os';

const keysIn = /\bpayload keys ([0-9a-f]{8}(?:, [0-9a-f]{8})*)/u;

const storeIn = /\bstore ([0-9a-f]{8})\b/u;

/**
 * @param fingerprints of the worker's keys, the one that seals first
 * @param engineId of the worker's store
 */
export function workerIdentity(fingerprints: readonly string[], engineId: string): string {
  return `${process.pid}@${hostname()}, payload keys ${fingerprints.join(', ')}, store ${shortStoreId(engineId)}`;
}

/** A store's id as people and identities have it. */
export function shortStoreId(engineId: string): string {
  return engineId.slice(0, 8);
}

/** The short id of the store that an identity names; undefined where it names none, as that of an earlier version. */
export function storeOfWorker(identity: string): string | undefined {
  return storeIn.exec(identity)?.[1];
}

/** Whether a worker believes what is sealed with the key of this fingerprint; true where it doesn't tell its keys. */
export function believes(identity: string, fingerprint: string): boolean {
  return keysOfWorker(identity)?.includes(fingerprint) ?? true;
}

/** The fingerprints that an identity names; undefined where it names none, as that of an earlier version. */
export function keysOfWorker(identity: string): readonly string[] | undefined {
  return keysIn.exec(identity)?.[1]?.split(', ');
}
