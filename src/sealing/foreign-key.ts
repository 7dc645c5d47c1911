import { isRefused, sealedMemo } from './envelope.ts';

/**
 * The fingerprint of the key that a workflow's start says it was sealed with, where that key isn't here; undefined where it is, or nothing is
 * said. Whoever starts a workflow can say so: it opens nothing, and only tells that the workflow may be one's own.
 * @param memo as a client that opens seals gives it
 */
export function foreignKeyOf(memo: Readonly<Record<string, unknown>> | undefined) {
  const sealed = memo?.[sealedMemo];
  return isRefused(sealed) ? sealed.foreignKey : undefined;
}

/** A memo as Temporal keeps it. */
interface KeptMemo {
  readonly fields?: Readonly<
    Record<string, { readonly metadata?: Readonly<Record<string, Uint8Array>> | null }>
  > | null;
}

/**
 * The fingerprint of the key that a workflow's start says it was sealed with, whether that is here or not; undefined where nothing is said.
 */
export function sealKeyOf(memo: KeptMemo | null | undefined) {
  const key = memo?.fields?.[sealedMemo]?.metadata?.['key'];
  const text = Buffer.from(key ?? []).toString('latin1');
  return /^[0-9a-f]{8}$/u.test(text) ? text : undefined;
}
