/** The marker of a run, which proves its end. */
import { createHash } from 'node:crypto';
import type { PlatformFile } from '../../src/platform-api/index.ts';
import { markerOfSuccess, type ExpectedRun, type RunEvidence } from '../../src/run/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { PatientReading } from './fetch-run-files.ts';

/** Largest marker that is read. */
export const markerMaxBytes = 1024 * 1024;

/**
 * What the marker says. Most often that is known without a request: the size and the MD5 of its record are those of the only text that the wrapper
 * writes where all went well, and no other text that a run could leave has them.
 */
export async function readMarker(
  { platform }: Pick<ActivityDependencies, 'platform'>,
  file: PlatformFile | undefined,
  { attemptKey, processes, row }: ExpectedRun,
  { patience, others, signal }: PatientReading,
): Promise<Pick<RunEvidence, 'marker' | 'unreadableMarker'>> {
  if (file === undefined) return { marker: undefined };
  const success = markerOfSuccess(attemptKey, processes, row);
  if (isRecordOf(file, success)) return { marker: success };
  const { content, unreadable } = await patience.file(file, others, () =>
    platform.files.read(file, { signal, maxBytes: markerMaxBytes }),
  );
  return unreadable === undefined
    ? { marker: content.toString('utf8') }
    : { marker: undefined, unreadableMarker: unreadable };
}

function isRecordOf({ decryptedSize, md5 }: PlatformFile, text: string): boolean {
  if (md5 == null || decryptedSize !== Buffer.byteLength(text)) return false;
  return md5.toLowerCase() === createHash('md5').update(text).digest('hex');
}
