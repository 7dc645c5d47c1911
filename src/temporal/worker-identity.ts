/** The name under which a worker is listed by Temporal: it says which payload keys the worker has, by their fingerprints, which store, and which platform and account. */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

const keysIn = /\bpayload keys ([0-9a-f]{8}(?:, [0-9a-f]{8})*)/u;

const storeIn = /\bstore ([0-9a-f]{8})\b/u;

const platformIn = /\bplatform ([0-9a-f]{8})(?:, account ([0-9a-f]{8}))?(?![0-9a-f])/u;

/** A platform and whose token one has for it. */
export interface WorkerPlatform {
  /** Ends in `/`. */
  readonly baseUrl: string;
  /** Absent where the platform doesn't tell. */
  readonly account?: string | undefined;
}

/** The short ids of a platform's address and of an account there: neither can be read back from them. */
export interface ShortPlatform {
  readonly platform: string;
  readonly account?: string;
}

/**
 * @param fingerprints of the worker's keys, the one that seals first
 * @param engineId of the worker's store
 * @param platform absent for one whose platform nobody else has
 */
export function workerIdentity(
  fingerprints: readonly string[],
  engineId: string,
  platform?: WorkerPlatform,
): string {
  const parts = [
    thisProcess(),
    `payload keys ${fingerprints.join(', ')}`,
    `store ${shortStoreId(engineId)}`,
    ...(platform === undefined ? [] : [platformWords(shortPlatform(platform))]),
  ];
  return parts.join(', ');
}

/** As identities and people have it. */
export function platformWords({ platform, account }: ShortPlatform): string {
  return account === undefined
    ? `platform ${platform}`
    : `platform ${platform}, account ${account}`;
}

/** A store's id as people and identities have it. */
export function shortStoreId(engineId: string): string {
  return engineId.slice(0, 8);
}

/** The short ids of a platform and an account. */
export function shortPlatform({ baseUrl, account }: WorkerPlatform): ShortPlatform {
  const platform = shortHash(`doeflow platform ${baseUrl}`);
  if (account === undefined) return { platform };
  return { platform, account: shortHash(`doeflow account ${baseUrl} ${account}`) };
}

/** The short id of the store that an identity names; undefined where it names none, as that of an earlier version. */
export function storeOfWorker(identity: string): string | undefined {
  return storeIn.exec(identity)?.[1];
}

/** The platform that an identity names; undefined where it names none, as that of an earlier version. */
export function platformOfWorker(identity: string): ShortPlatform | undefined {
  const [, platform, account] = platformIn.exec(identity) ?? [];
  if (platform === undefined) return undefined;
  return account === undefined ? { platform } : { platform, account };
}

/** False where the two certainly speak to different platforms, or for different accounts; what one of them doesn't tell is no difference. */
export function isSamePlatform(
  one: ShortPlatform | undefined,
  other: ShortPlatform | undefined,
): boolean {
  if (one === undefined || other === undefined) return true;
  if (one.platform !== other.platform) return false;
  return [undefined, one.account].includes(other.account) || one.account === undefined;
}

/** Whether a worker believes what is sealed with the key of this fingerprint; true where it doesn't tell its keys. */
export function believes(identity: string, fingerprint: string): boolean {
  return keysOfWorker(identity)?.includes(fingerprint) ?? true;
}

/** The fingerprints that an identity names; undefined where it names none, as that of an earlier version. */
export function keysOfWorker(identity: string): readonly string[] | undefined {
  return keysIn.exec(identity)?.[1]?.split(', ');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** This process as Temporal's list of workers names it, for who has to find it. */
export function thisProcess(): string {
  return processName(process.pid, hostname(), ownPidNamespace());
}

/**
 * The first process of each container is number 1, and containers that share the network of their machine share its name, too: one in a pid namespace of its
 * own tells the number of that, so that no two workers have one name.
 */
export function processName(pid: number, host: string, pidNamespace?: string): string {
  return pidNamespace === undefined ? `${pid}@${host}` : `${pid}@${host}:${pidNamespace}`;
}

/** The number that Linux gives the namespace in which a machine starts: `PROC_PID_INIT_INO` of its `proc_ns.h`. */
const machinesOwn = '4026531836';

function ownPidNamespace(): string | undefined {
  try {
    const [namespace] = /\d+/u.exec(readlinkSync('/proc/self/ns/pid')) ?? [];
    return namespace === machinesOwn ? undefined : namespace;
  } catch {
    return undefined;
  }
}
