import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import type { Environment } from '../../environment.ts';
import { buildServer } from './build-server.ts';
import { downloadServer } from './download-server.ts';
import {
  isAtLeast,
  minimumServerVersion,
  readServerVersion,
  serverModule,
} from './server-version.ts';

/** Where to look for the Temporal server's executable. */
export interface ServerSearch {
  /** An executable that the user named; nothing else is looked at then. */
  readonly temporalPath: string | undefined;
  /** The user's cache folder of doeflow; the executable is kept in its `bin`. */
  readonly cacheDirectory: string;
  readonly env: Environment;
  /** Hears one short sentence at a time while a download or build runs. */
  readonly onProgress: (text: string) => void;
  /** Ends a download or build. */
  readonly signal: AbortSignal;
}

/** An executable that was found, and where. */
export interface FoundServer {
  readonly executable: string;
  readonly foundBy: 'given path' | 'PATH' | 'cache' | 'download' | 'Go build';
}

const installHint = `Install it from https://docs.temporal.io/cli (or with Go: GOFLAGS= go install ${serverModule}), put it on PATH or name it by DOEFLOW_TEMPORAL_PATH; or name a running cluster by TEMPORAL_ADDRESS`;

/** Where the executable was found, or what was tried without success. */
export type InstalledServer = FoundServer | { readonly tried: readonly string[] };

/**
 * Looks for the Temporal server's executable on this machine: the given path, `temporal` on PATH if it is new enough, the cache.
 * @throws UsageError USAGE_TEMPORAL_MISSING, exit code 7, when the given path isn't an executable file.
 */
export async function findInstalledServer(
  search: Pick<ServerSearch, 'temporalPath' | 'cacheDirectory' | 'env'>,
): Promise<InstalledServer> {
  const { temporalPath, cacheDirectory, env } = search;
  if (temporalPath !== undefined) {
    if (isExecutable(temporalPath)) return { executable: temporalPath, foundBy: 'given path' };
    throw new UsageError(
      'USAGE_TEMPORAL_MISSING',
      `DOEFLOW_TEMPORAL_PATH names ${temporalPath}, which is not an executable file`,
      { hint: installHint, exitCode: 7 },
    );
  }
  const tried: string[] = [];
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'temporal'))
    .find(isExecutable);
  if (onPath === undefined) {
    tried.push('no `temporal` on PATH');
  } else {
    const version = await readServerVersion(onPath);
    if (version !== undefined && isAtLeast(version, minimumServerVersion)) {
      return { executable: onPath, foundBy: 'PATH' };
    }
    const problem =
      version === undefined
        ? 'is not Temporal’s'
        : `has server ${version}, which is older than ${minimumServerVersion}`;
    tried.push(`${onPath} ${problem}`);
  }
  const cached = cachedServer(cacheDirectory);
  if (isExecutable(cached)) return { executable: cached, foundBy: 'cache' };
  tried.push(`none in the cache at ${cached}`);
  return { tried };
}

/**
 * Gives back the Temporal server's executable: an installed one, else the pinned download or a Go build of the same version, which are kept in the cache.
 * @throws UsageError USAGE_TEMPORAL_MISSING, exit code 7, with what was tried and how to get one.
 */
export async function findServer(search: ServerSearch): Promise<FoundServer> {
  const installed = await findInstalledServer(search);
  if ('executable' in installed) return installed;
  const { env, onProgress, signal } = search;
  const target = cachedServer(search.cacheDirectory);
  const tried = [...installed.tried];
  onProgress('Fetching the Temporal server, once');
  for (const [foundBy, get] of [
    ['download', downloadServer],
    ['Go build', buildServer],
  ] as const) {
    const problem = await get({ target, env, onProgress, signal });
    if (problem === undefined) return { executable: target, foundBy };
    tried.push(problem);
  }
  throw new UsageError(
    'USAGE_TEMPORAL_MISSING',
    `No Temporal server was found, downloaded or built: ${tried.join('; ')}`,
    { hint: installHint, exitCode: 7 },
  );
}

function cachedServer(cacheDirectory: string): string {
  return join(cacheDirectory, 'bin', 'temporal');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return false;
    throw error;
  }
}
