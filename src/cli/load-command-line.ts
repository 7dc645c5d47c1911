import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
  /** Keeps what was compiled for the next start, where that is news. */
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
  const place = join(userFolders(env).cache, 'code', `${process.version}-${process.arch}-${hash}`);
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
  const isKnown = kept !== undefined && script.cachedDataRejected !== true;
  const verbs = new Set(isKnown ? kept.verbs : []);
  // Each verb has code of its own.
  const verb = words.find((word) => /^[a-z]{2,12}$/u.test(word)) ?? '';
  const keepCode = async (): Promise<void> => {
    if (verbs.has(verb) || verbs.size >= mostVerbs) return;
    const code = script.createCachedData();
    await bundle.keepCompiled(place, withHead(code, [...verbs, verb]));
  };
  return { runCommandLine: bundle.runCommandLine, keepCode };
}

/** There are fewer. */
const mostVerbs = 60;

/** Code that was kept, and the verbs that have run with it. */
interface KeptCode {
  readonly verbs: readonly string[];
  readonly code: Buffer;
}

/** What a kept file begins with: this many bytes of the hash, and a line of verbs. */
const hashBytes = 32;

function withHead(code: Buffer, verbs: readonly string[]): Buffer {
  const rest = Buffer.concat([Buffer.from(`${verbs.join(' ')}\n`), code]);
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
    if (!createHash('sha256').update(rest).digest().equals(bytes.subarray(0, hashBytes))) {
      return undefined;
    }
    const end = rest.indexOf('\n');
    const verbs = rest.toString('latin1', 0, end).split(' ');
    return { verbs, code: Buffer.from(rest.subarray(end + 1)) };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
