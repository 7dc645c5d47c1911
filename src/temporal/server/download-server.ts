import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { extract } from 'tar';
import { makeFolderSync, renameDurably } from '../../files/index.ts';
import type { ServerSource } from './build-server.ts';
import { pinnedArchive, type PinnedArchive } from './pinned-archive.ts';

/** Name of the executable in the archive. */
const executable = 'temporal';

/** An archive is a third of it; whatever is larger isn't what was pinned. */
const mostBytes = 300_000_000;

/**
 * Downloads the pinned archive of this system and takes the server out of it; gives back undefined, or one sentence why not. Nothing of
 * an archive is unpacked, let alone started, whose SHA-256 isn't the pinned one. An answer must begin within 5 s, so that a machine without
 * the open internet tries the next way at once.
 */
export async function downloadServer(
  source: ServerSource,
  archive: PinnedArchive | undefined = pinnedArchive(process.platform, process.arch),
): Promise<string | undefined> {
  if (archive === undefined) {
    return `no checksum of a download is known for ${process.platform} on ${process.arch}`;
  }
  const binFolder = dirname(source.target);
  makeFolderSync(binFolder);
  const folder = mkdtempSync(join(binFolder, 'download-'));
  try {
    const answer = await ask(archive.url, source.signal);
    if (!answer.ok || answer.body === null) return `the download answered ${answer.status}`;
    source.onProgress('Downloading the Temporal server');
    const path = join(folder, 'archive.tar.gz');
    const sha256 = await save(answer.body as ReadableStream<Uint8Array>, path, source.signal);
    if (sha256 !== archive.sha256) {
      const problem = `the download from ${archive.url} was thrown away: its SHA-256 is ${sha256}, not the pinned ${archive.sha256}`;
      source.onProgress(`Warning: ${problem}`);
      return problem;
    }
    await extract({ file: path, cwd: folder }, [executable]);
    await chmod(join(folder, executable), 0o755);
    await renameDurably(join(folder, executable), source.target);
    return undefined;
  } catch (error) {
    if (source.signal.aborted) throw error;
    return `the download failed (${describeFailure(error)})`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(url: string, signal: AbortSignal): Promise<Response> {
  const begin = new AbortController();
  const timeout = setTimeout(() => begin.abort(new Error('no answer within 5 s')), 5000);
  try {
    const end = AbortSignal.timeout(600_000);
    return await fetch(url, { signal: AbortSignal.any([signal, begin.signal, end]) });
  } finally {
    clearTimeout(timeout);
  }
}

/** Writes a body to a file and gives back its SHA-256 in hex. @throws Error when it is larger than any archive of ours */
async function save(
  body: ReadableStream<Uint8Array>,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(piece: Buffer, _, done) {
      bytes += piece.length;
      hash.update(piece);
      if (bytes > mostBytes) done(new Error(`it is larger than ${mostBytes} bytes`));
      else done(null, piece);
    },
  });
  await pipeline(Readable.fromWeb(body), measure, createWriteStream(path), { signal });
  return hash.digest('hex');
}

function describeFailure(error: unknown): string {
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
  return cause?.code ?? cause?.message ?? (error as Error).message;
}
