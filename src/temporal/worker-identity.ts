/** The name under which a worker is listed by Temporal: it says which payload keys the worker has, by their fingerprints. */
import { hostname } from 'node:os';

const keysIn = /\bpayload keys ([0-9a-f]{8}(?:, [0-9a-f]{8})*)/u;

/** @param fingerprints of the worker's keys, the one that seals first */
export function workerIdentity(fingerprints: readonly string[]): string {
  return `${process.pid}@${hostname()}, payload keys ${fingerprints.join(', ')}`;
}

/** Whether a worker believes what is sealed with the key of this fingerprint; true where it doesn't tell its keys. */
export function believes(identity: string, fingerprint: string): boolean {
  return keysOfWorker(identity)?.includes(fingerprint) ?? true;
}

/** The fingerprints that an identity names; undefined where it names none, as that of an earlier version. */
export function keysOfWorker(identity: string): readonly string[] | undefined {
  return keysIn.exec(identity)?.[1]?.split(', ');
}
