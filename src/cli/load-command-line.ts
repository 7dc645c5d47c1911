import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getHeapCodeStatistics } from 'node:v8';
import { constants, Script } from 'node:vm';
import type { Environment } from '../environment.ts';
import { userFolders } from '../host/settings/user-folders.ts';
import type { keepCompiled } from './keep-compiled.ts';
import type { runCommandLine } from './run-command-line.ts';

/** The bundle's file beside this one, as the build writes it. */
export const bundleName = 'command-line.cjs';

/** How the bundle begins: a comment with the hash of the rest. */
const head = /^\/\/ ([0-9a-f]{64})\n/u;

/** The command line, ready to run. */
export interface CommandLine {
  readonly runCommandLine: typeof runCommandLine;
  /** Keeps what was compiled for the next start of this verb, where that is news. */
  readonly keepCode: () => Promise<void>;
}

interface Bundle {
  readonly runCommandLine: typeof runCommandLine;
  readonly keepCompiled: typeof keepCompiled;
}

/**
 * Loads the command line from its bundle, and V8's code for it from the user's cache folder, where an earlier start has left it: to read and
 * compile a thousand modules takes longer than most commands.
 */
export function loadCommandLine(env: Environment, words = process.argv.slice(2)): CommandLine {
  const path = join(import.meta.dirname, bundleName);
  // The bundle is written in ASCII, so that V8 holds it in half the memory.
  const source = readFileSync(path, 'latin1');
  const [, hash = ''] = head.exec(source) ?? [];
  // Each verb has code of its own: V8 reads all that is given before the first line runs.
  const verb = words.find((word) => /^[a-z]{2,12}$/u.test(word)) ?? 'no-verb';
  const build = `${process.version}-${process.arch}-${hash}`;
  const place = join(userFolders(env).cache, 'code', build, verb);
  const kept = readKept(place);
  const script = new Script(source, {
    filename: path,
    ...(kept ? { cachedData: kept.code } : {}),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = {} as { readonly exports: Bundle };
  const begin = script.runInThisContext() as (...given: readonly unknown[]) => void;
  begin(module, createRequire(import.meta.url), import.meta.url);
  const bundle = module.exports;
  const known = script.cachedDataRejected === true ? undefined : kept;
  const keepCode = async (): Promise<void> => {
    const bytes = compiledBytes();
    // A list of studies that have ended needs little of what one of open studies does.
    if (known !== undefined && bytes <= known.compiledBytes + newBytes) return;
    await bundle.keepCompiled(place, withHead(script.createCachedData(), bytes));
  };
  return { runCommandLine: bundle.runCommandLine, keepCode };
}

/** What V8 has compiled in this process, or got compiled. */
function compiledBytes(): number {
  return getHeapCodeStatistics().bytecode_and_metadata_size;
}

/** So much more than what is kept is worth keeping anew. */
const newBytes = 32_768;

/** Code that was kept. */
interface KeptCode {
  readonly code: Buffer;
  /** {@link compiledBytes} when it was kept. */
  readonly compiledBytes: number;
}

/** What a kept file begins with: the hash of the rest, and the number of compiled bytes. */
const [hashBytes, numberBytes] = [32, 8];

function withHead(code: Buffer, bytes: number): Buffer {
  const head = Buffer.alloc(numberBytes);
  head.writeDoubleLE(bytes);
  const rest = Buffer.concat([head, code]);
  return Buffer.concat([createHash('sha256').update(rest).digest(), rest]);
}

/** @returns undefined where there is none, it is cut, or others could have written it: it runs as we do */
function readKept(path: string): KeptCode | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { uid, mode } = fstatSync(file);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return undefined;
    const bytes = readFileSync(file);
    const rest = bytes.subarray(hashBytes);
    const isWhole = createHash('sha256').update(rest).digest().equals(bytes.subarray(0, hashBytes));
    if (!isWhole) return undefined;
    return { code: rest.subarray(numberBytes), compiledBytes: rest.readDoubleLE() };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
