import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The oldest Temporal server that the engine's limits and idioms were checked on. */
export const minimumServerVersion = '1.29.0';

/** The module that `go install` builds, and its newest version that can be built so. */
export const serverModule = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';

/** Compares dotted versions by their numbers; a pre-release suffix is ignored. Negative: `a` is older. No number at all is the oldest. */
export function compareVersions(a: string, b: string): number {
  const numbers = (text: string): number[] =>
    (/\d+(\.\d+)*/.exec(text)?.[0] ?? '-1').split('.').map(Number);
  const left = numbers(a);
  const right = numbers(b);
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
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
