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
