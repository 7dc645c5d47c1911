import type { Environment } from '../../environment.ts';
import { UsageError } from '../../errors.ts';
import { bucketAddress, normalDestination } from '../../objects/index.ts';
import { expandPath } from './user-folders.ts';

/**
 * Gives back the place of the store as a person wrote it, in the one way in which it is kept: an absolute path, or `s3://BUCKET/PREFIX`.
 * @param origin where it was written, for the error
 * @throws UsageError USAGE_SETTING for what is neither
 */
export function expandStore(text: string, base: string, env: Environment, origin: string): string {
  if (!/^(?:s3:|[a-z][a-z0-9+.-]*:\/\/)/iu.test(text)) return expandPath(text, base, env);
  try {
    return normalDestination(text, base);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      'USAGE_SETTING',
      `The setting store (${origin}) can’t be used: ${error.message}`,
      {
        hint: 'Write a folder, or s3://BUCKET/PREFIX for workers that share no disk; its keys are given apart (docs/storage.md)',
      },
    );
  }
}

/** Whether the store is in a bucket, and so no part of this machine. */
export function isInBucket(store: string): boolean {
  return bucketAddress(store) !== undefined;
}
