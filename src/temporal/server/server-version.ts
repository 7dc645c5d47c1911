import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { coerce, gte } from 'semver';

/** The oldest Temporal server that the engine's limits and idioms were checked on. */
export const minimumServerVersion = '1.29.0';

/** The version of Temporal's command line, with server 1.29.1 in it, that is downloaded or built: the newest that `go install` can build. */
export const cliVersion = '1.5.1';

/** The module that `go install` builds; Go checks what it gets against its own checksum database. */
export const serverModule = `github.com/temporalio/cli/cmd/temporal@v${cliVersion}`;

/** Whether the first version in a text is `least` or newer, a pre-release of it included; false where the text has none. */
export function isAtLeast(text: string, least: string): boolean {
  const version = coerce(text);
  return version !== null && gte(version, least);
}

/**
 * Gives back the version of the server inside a `temporal` executable, or undefined when it doesn't say one within 5 s:
 * then it isn't Temporal's.
 */
export async function readServerVersion(executable: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(executable, ['--version'], { timeout: 5000 });
    return /Server (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  } catch (error) {
    // A file that can't be started is no server; what else would be wrong shows when it is the only one.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
