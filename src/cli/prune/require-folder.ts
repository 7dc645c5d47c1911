import { UsageError } from '../../errors.ts';

/**
 * What guards a removal against who keeps contents at that moment goes by the clock of one machine, and writers to a bucket have several.
 * @throws UsageError USAGE_PRUNE, exit code 5, for a bucket
 */
export function requireFolder(store: string): void {
  if (!store.startsWith('s3://')) return;
  throw new UsageError('USAGE_PRUNE', `Nothing is removed from a store in a bucket: ${store}`, {
    exitCode: 5,
    hint: 'doeflow prune --dry-run shows what could go; only stores in a folder are pruned',
  });
}
