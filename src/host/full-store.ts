import { statfsSync } from 'node:fs';
import type { SystemFault } from '../files/index.ts';

/** Less than this holds no record with its folders. */
const leastBytes = 64 * 1024;

/** The fields of a file system that are read here, in blocks and bytes. */
interface Disk {
  readonly bfree: number;
  readonly bavail: number;
  readonly bsize: number;
}

/**
 * That the disk of a store is full, seen without a write: while long runs go on nobody writes there, and it is told before one of them ends in vain.
 * Undefined for one that has room, and for a bucket.
 */
export function fullStoreFault(
  place: string,
  readDisk: (path: string) => Disk = statfsSync,
): SystemFault | undefined {
  if (place.startsWith('s3://')) return undefined;
  try {
    const { bfree, bavail, bsize } = readDisk(place);
    // What is kept back is root's.
    const blocks = process.getuid?.() === 0 ? bfree : bavail;
    if (blocks * bsize >= leastBytes) return undefined;
  } catch {
    // Who can't look at it is told so where the store is read.
    return undefined;
  }
  const message = `the disk of the store ${place} is full`;
  return { code: 'ENOSPC', message, remedy: 'Make room on that disk' };
}
