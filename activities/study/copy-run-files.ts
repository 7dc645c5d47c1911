/** Files of a finished run of another study, on their way into this one. */
import { createHash } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  layout,
  nameOfPacked,
  safeJoin,
  type DocumentFolder,
  type PackedAttempt,
  type PackReader,
} from '../../src/store/index.ts';

type Workspace = Awaited<ReturnType<DocumentFolder['workspace']>>;

/** The study that a finished run is of, and its packs. */
export interface RunSource {
  readonly source: DocumentFolder;
  readonly packs: PackReader;
}

/** Copies what was collected of a run into a folder, each file with its hash compared. @returns what is wrong with the files of the run; undefined where all are as they were collected */
export async function copyFiles(
  { source, packs }: RunSource,
  attempt: PackedAttempt,
  { directory }: Workspace,
): Promise<string | undefined> {
  const { files = {}, pack } = attempt;
  const place = layout.runFiles(attempt.run, attempt.attempt);
  const packed = await packs.read(attempt);
  for (const [path, md5] of Object.entries(files)) {
    const target = safeJoin(directory, path, 'unnamed');
    if (pack !== undefined) {
      const content = packed.get(path);
      if (content === undefined)
        return `its file ${nameOfPacked(path, attempt)} is gone or was changed`;
      writeFileSync(target, content);
      continue;
    }
    const copied = await copyFile(source, place.file(path), target);
    if (copied === undefined) return `its file ${path} is gone`;
    if (copied !== md5) return `its file ${path} was changed`;
  }
  return undefined;
}

/** Moves copied files to where they stay, each at once: a run's folder never has half of one. */
export async function moveFiles(
  paths: readonly string[],
  from: Workspace,
  to: Workspace,
): Promise<void> {
  for (const path of paths) {
    const copy = safeJoin(from.directory, path, 'unnamed');
    await rename(copy, safeJoin(to.directory, path, 'unnamed'));
  }
  await to.publish();
  await to.release();
}

/** @returns the MD5 of what was copied; undefined for a file that isn't there */
async function copyFile(
  source: DocumentFolder,
  object: { readonly name: string },
  target: string,
): Promise<string | undefined> {
  if (!(await source.has(object))) return undefined;
  const hash = createHash('md5');
  await pipeline(
    await source.readStream(object),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(target),
  );
  return hash.digest('hex');
}
