import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import { writeFileAtomicSync } from '../../files/index.ts';
import { parseToken, type TokenReading } from '../../token.ts';

/** Reads a token file that only its owner may read. */
export function readTokenFile(path: string): TokenReading {
  let text: string;
  try {
    const mode = statSync(path).mode & 0o777;
    if ((mode & 0o077) !== 0) {
      return {
        problem: `Other users may read the token file ${path} (mode ${mode.toString(8)}); make it yours alone with chmod 600 ${path}`,
      };
    }
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      return { problem: `There is no token: the file ${path} does not exist` };
    }
    return { problem: `The token file ${path} cannot be read: ${String(cause)}` };
  }
  return parseToken(text, path);
}

/** Puts a token file back to what it was, or takes it away where there was none. @param before its text */
export function restoreTokenFile(path: string, before: string | undefined): void {
  if (before === undefined) rmSync(path, { force: true });
  else writeFileAtomicSync(path, before);
}

/** The text of a token file; undefined where there is none. */
export function tokenFileText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/**
 * Writes a token file that only its owner may read.
 * @throws UsageError USAGE_TOKEN when the text isn't a token; the text isn't repeated.
 */
export function writeTokenFile(path: string, text: string): void {
  const reading = parseToken(text, 'the input');
  if ('problem' in reading) throw new UsageError('USAGE_TOKEN', reading.problem, { exitCode: 4 });
  writeFileAtomicSync(path, `${reading.token}\n`);
}
