/** The files that hold the keys of the seals: who may read them may speak for the owner. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { UsageError } from '../errors.ts';
import { createFileAtomic } from '../files/index.ts';

/** At least one; the first seals, all are believed. */
export type PayloadKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Fewer bytes could be guessed. */
const leastBytes = 32;

/**
 * Reads a key file: one key a line, hexadecimal or base64, 32 bytes or more.
 * @throws UsageError USAGE_PAYLOAD_KEY when it isn't there, is open to others, or holds no such keys; none of it is repeated
 */
export function readPayloadKeys(path: string): PayloadKeys {
  const keys = readOwnFile(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => parseKey(line, `key ${index + 1} in ${path}`));
  const [first, ...others] = keys;
  if (first === undefined) throw unusable(`The payload key file ${path} holds no key`);
  return [first, ...others];
}

/**
 * Reads the key file of a home, which is made first where there is none: once, whoever comes first.
 * @throws UsageError as {@link readPayloadKeys}
 */
export async function ensurePayloadKeys(path: string): Promise<PayloadKeys> {
  const known = readIfThere(path);
  if (known !== undefined) return known;
  const text = `${randomBytes(leastBytes).toString('hex')}\n`;
  await createFileAtomic(path, [text], { isPrivate: true });
  return readPayloadKeys(path);
}

function readIfThere(path: string): PayloadKeys | undefined {
  try {
    return readPayloadKeys(path);
  } catch (error) {
    const cause = error instanceof UsageError ? error.cause : undefined;
    if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The text of a file that belongs to this user, or to root, and that nobody else may read. */
function readOwnFile(path: string): string {
  let file: number;
  try {
    // What would wait for a writer must not halt a program.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw unusable(
      `The payload key file ${path} cannot be read: ${(cause as Error).message}`,
      cause,
    );
  }
  try {
    const state = fstatSync(file);
    const mode = (state.mode & 0o777).toString(8).padStart(3, '0');
    const me = process.getuid?.();
    if (!state.isFile()) throw unusable(`The payload key file ${path} is no file`);
    if ((state.mode & 0o077) !== 0) {
      throw unusable(
        `Other users may read the payload key file ${path} (mode ${mode})`,
        undefined,
        `Make it yours alone with chmod 600 ${path}; where others may have read it, put a new key in its first line`,
      );
    }
    if (me !== undefined && state.uid !== me && state.uid !== 0) {
      throw unusable(
        `The payload key file ${path} belongs to another user (${state.uid}), who could change it`,
        undefined,
        `Use a copy of your own: install -m 600 ${path} COPY, and give COPY as DOEFLOW_PAYLOAD_KEY_FILE; or make it yours (${me}) with chown`,
      );
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function parseKey(line: string, what: string): Uint8Array {
  const isHex = /^(?:[0-9a-f]{2})+$/iu.test(line);
  const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/u.test(line);
  const key = isHex
    ? Buffer.from(line, 'hex')
    : isBase64
      ? Buffer.from(line.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
      : undefined;
  if (key !== undefined && key.length >= leastBytes) return key;
  throw unusable(
    `Expected ${leastBytes} bytes or more, hexadecimal or base64, as ${what}, got ${key === undefined ? 'other characters' : `${key.length} bytes`}`,
  );
}

function unusable(
  message: string,
  cause?: unknown,
  hint = 'Make one with openssl rand -hex 32, in a file of mode 600, and give the same to all workers and command lines',
): UsageError {
  return new UsageError('USAGE_PAYLOAD_KEY', message, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  });
}
