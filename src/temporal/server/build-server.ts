import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Environment } from '../../environment.ts';
import { makeFolderSync, renameDurably } from '../../files/index.ts';
import { serverModule } from './server-version.ts';

/** What getting an executable needs: where it goes, and how to say what happens. */
export interface ServerSource {
  /** Absolute path; appears only when the executable is whole. */
  readonly target: string;
  readonly env: Environment;
  readonly onProgress: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Builds the server by `go install` into the target; gives back undefined, or one sentence why not. With an empty Go cache
 * it takes minutes, so that it says how far it is.
 */
export async function buildServer(source: ServerSource): Promise<string | undefined> {
  const binFolder = dirname(source.target);
  makeFolderSync(binFolder);
  const folder = mkdtempSync(join(binFolder, 'build-'));
  try {
    return await goInstall(source, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function goInstall(source: ServerSource, folder: string): Promise<string | undefined> {
  const child = spawn('go', ['install', '-v', '-trimpath', '-ldflags=-s -w', serverModule], {
    // A user's GOFLAGS (-mod=vendor, say) must not decide about a build of ours.
    env: { ...source.env, GOFLAGS: '', GOBIN: folder },
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own group: the compilers it starts end with it.
    detached: true,
  });
  const stop = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  source.signal.addEventListener('abort', stop, { once: true });
  const begun = performance.now();
  const say = (what: string): void =>
    source.onProgress(`Building the Temporal server with Go: ${what}`);
  say('takes minutes, once');
  let modules = 0;
  let packages = 0;
  let lastLine = '';
  const counted = (): string =>
    `${modules} modules downloaded, ${packages} packages compiled, ${Math.round((performance.now() - begun) / 1000)} s`;
  // By the clock: Go prints thousands of lines, and none for long while it links.
  const reminder = setInterval(() => say(`${counted()} so far`), 10_000);
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLine = line;
    if (line.startsWith('go: ')) modules += 1;
    else packages += 1;
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) return `the Go build ended with ${code ?? 'a signal'}: ${lastLine}`;
    await renameDurably(join(folder, 'temporal'), source.target);
    say(`done, ${counted()}`);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'no `go` on PATH to build it';
    throw error;
  } finally {
    clearInterval(reminder);
    source.signal.removeEventListener('abort', stop);
  }
}
