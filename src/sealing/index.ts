/**
 * The way into this room: who may speak to our workflows. Every payload on Temporal's wire is sealed with the owner's key for its workflow,
 * and stands in an envelope that says for what it is. The room must not know what a study is, nor where Temporal runs.
 */
import type { PayloadKeys } from './payload-keys.ts';
import { PayloadSeal } from './payload-seal.ts';
import { SealingCodec } from './sealing-codec.ts';

export { ensurePayloadKeys, readPayloadKeys } from './payload-keys.ts';

/** What a process needs to speak under seal. */
export interface Sealing {
  /** For payloads of workflows. */
  readonly codec: SealingCodec;
  /** For what schedules send. */
  readonly scheduleCodec: SealingCodec;
  /** Of every key, the one that seals first; tells nothing of the keys. */
  readonly fingerprints: readonly string[];
}

/** @param encrypts true to send ciphertext, which the Temporal UI can't show; both are understood */
export function createSealing([first, ...others]: PayloadKeys, encrypts = false): Sealing {
  const seals = [new PayloadSeal(first), ...others.map((key) => new PayloadSeal(key))] as const;
  return {
    codec: new SealingCodec(seals, { encrypts }),
    scheduleCodec: new SealingCodec(seals, { encrypts, sealedFor: 'schedule' }),
    fingerprints: seals.map(({ fingerprint }) => fingerprint),
  };
}
