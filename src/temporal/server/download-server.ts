import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { chmod } from 'node:fs/promises';
import { extract } from 'tar';
import { z } from 'zod';
import { makeFolderSync, renameDurably } from '../../files/index.ts';
import type { ServerSource } from './build-server.ts';

const downloadService = 'https://temporal.download/';

const archiveSchema = z.object({ archiveUrl: z.url(), fileToExtract: z.string().min(1) });

/**
 * Downloads the server from where Temporal's SDKs get theirs; gives back undefined, or one sentence why not. Asking takes at most
 * 5 s, so that a machine without the open internet tries the next way at once.
 * @param service the download service's base URL
 */
export async function downloadServer(
  source: ServerSource,
  service = downloadService,
): Promise<string | undefined> {
  const question = new URL('cli/default', service);
  question.searchParams.set('arch', process.arch === 'x64' ? 'amd64' : process.arch);
  question.searchParams.set('platform', process.platform);
  question.searchParams.set('format', 'tar.gz');
  question.searchParams.set('sdk-name', 'sdk-typescript');
  const binFolder = dirname(source.target);
  makeFolderSync(binFolder);
  const folder = mkdtempSync(join(binFolder, 'download-'));
  try {
    const answer = await fetch(question, {
      signal: AbortSignal.any([source.signal, AbortSignal.timeout(5000)]),
    });
    if (!answer.ok) return `the download service answered ${answer.status}`;
    const { archiveUrl, fileToExtract } = archiveSchema.parse(await answer.json());
    source.onProgress('Downloading the Temporal server');
    const archive = await fetch(archiveUrl, {
      signal: AbortSignal.any([source.signal, AbortSignal.timeout(600_000)]),
    });
    if (!archive.ok || archive.body === null) return `the download answered ${archive.status}`;
    const archivePath = join(folder, 'archive.tar.gz');
    await pipeline(
      Readable.fromWeb(archive.body as ReadableStream<Uint8Array>),
      createWriteStream(archivePath),
    );
    await extract({ file: archivePath, cwd: folder }, [fileToExtract]);
    await chmod(join(folder, fileToExtract), 0o755);
    await renameDurably(join(folder, fileToExtract), source.target);
    return undefined;
  } catch (error) {
    if (source.signal.aborted) throw error;
    return `the download failed (${describeFailure(error)})`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof z.ZodError) return 'an unexpected answer';
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
  return cause?.code ?? cause?.message ?? (error as Error).message;
}
