import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../errors.ts';

/** A token that was read, or one sentence saying why there is none. */
export type TokenReading = { readonly token: string } | { readonly problem: string };

/** Gives back the token in a text: without surrounding blanks, one line of visible ASCII. */
export function parseToken(text: string, where: string): TokenReading {
  const token = text.trim();
  if (token === '') return { problem: `Expected a token in ${where}, got nothing` };
  if (!/^[\x21-\x7e]+$/.test(token)) {
    // The value itself is never repeated: it may be most of a real token.
    return { problem: `Expected a token of visible characters without blanks in ${where}` };
  }
  return { token };
}

/** Reads a token file that only its owner may read. */
export function readTokenFile(path: string): TokenReading {
  let text: string;
  try {
    const mode = statSync(path).mode & 0o777;
    if ((mode & 0o077) !== 0) {
      return {
        problem: `Expected ${path} to be readable by its owner only, got mode ${mode.toString(8)}; chmod 600 ${path}`,
      };
    }
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      return { problem: `Expected a token in ${path}, got no such file` };
    }
    return { problem: `Expected to read a token from ${path}, got: ${String(cause)}` };
  }
  return parseToken(text, path);
}

/**
 * Writes a token file with mode 0600, aside and renamed.
 * @throws UsageError USAGE_TOKEN when the text isn't a token; the text isn't repeated.
 */
export function writeTokenFile(path: string, text: string): void {
  const reading = parseToken(text, 'the input');
  if ('problem' in reading) throw new UsageError('USAGE_TOKEN', reading.problem, { exitCode: 4 });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.new`;
  writeFileSync(aside, `${reading.token}\n`, { mode: 0o600 });
  // The mode above counts only for a new file; one left by a crash keeps its own.
  chmodSync(aside, 0o600);
  renameSync(aside, path);
}
