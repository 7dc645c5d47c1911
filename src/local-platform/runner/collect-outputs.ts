import {
  closeSync,
  constants,
  createReadStream,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import picomatch from 'picomatch';
import type { OutputFile, OutputRule } from '../protocol.ts';
import { Checksums, type FileChecksums } from '../checksums.ts';
import type { JobInputs } from './prepare-run.ts';
import { whyUnkept, whyUnread, type Unkept } from './unkept-outputs.ts';

/** Larger files are hashed as a stream, so that the runner's loop isn't blocked. */
const blockingHashBytes = 1_000_000;
const buffer = Buffer.allocUnsafe(blockingHashBytes);

/**
 * The files of a work folder that its job keeps, sorted by path, with size and checksums. Links are neither followed nor kept, nor is
 * anything that isn't a plain file, whose name isn't valid UTF-8, or that the system refuses, such as a path that is too long: that is told apart.
 */
export async function collectOutputs(
  work: string,
  keeps: OutputFilter,
): Promise<{ readonly files: readonly OutputFile[]; readonly unkept: readonly Unkept[] }> {
  const found: OutputFile[] = [];
  const unkept: Unkept[] = [];
  const visit = async (prefix: string): Promise<void> => {
    const folder = prefix === '' ? work : `${work}/${prefix}`;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      const why = whyUnkept(entry);
      if (why !== undefined) unkept.push({ path, why });
      else {
        try {
          if (entry.isDirectory()) await visit(path);
          else await take(path);
        } catch (error) {
          unkept.push({ path, why: whyUnread(error) });
        }
      }
    }
  };
  const take = async (path: string): Promise<void> => {
    const absolute = `${work}/${path}`;
    const stat = statSync(absolute);
    if (!keeps(path, stat.size, stat.mtimeMs)) return;
    found.push({ path, size: stat.size, ...(await hashFile(absolute, stat.size)) });
  };
  await visit('');
  return { files: found.sort((a, b) => (a.path < b.path ? -1 : 1)), unkept };
}

/** Whether a job keeps a file of a run. */
export type OutputFilter = (path: string, size: number, modifiedMs: number) => boolean;

/** Keeps what the first rule that matches a file says; a file without a match is kept. */
export function outputFilter(inputs: JobInputs, rules: readonly OutputRule[]): OutputFilter {
  const templates = new Set(inputs.templates.map(({ target }) => target));
  const matchers = rules.map((rule) => ({
    rule,
    glob: picomatch(rule.selector, {
      nocase: !rule.caseSensitive,
      // A name may have line breaks.
      flags: rule.caseSensitive ? 's' : 'is',
      basename: !rule.selector.includes('/'),
      dot: true,
    }),
  }));
  return (path, size, modifiedMs) => {
    const staged = inputs.files.get(path);
    const kind = templates.has(path)
      ? 'templates'
      : staged !== undefined && staged.size === size && sameTime(staged.modifiedMs, modifiedMs)
        ? 'inputs'
        : 'generated';
    return (
      matchers.find(({ rule, glob }) => rule.selector === kind || glob(path))?.rule.include ?? true
    );
  };
}

/** A copied file's time is cut to microseconds on its way through seconds as a fraction. */
function sameTime(a: number, b: number): boolean {
  return Math.abs(a - b) < 2;
}

/** Neither a link that was put there meanwhile is followed, nor a pipe waited for. */
const readPlain = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function hashFile(path: string, size: number): Promise<FileChecksums> {
  const checksums = new Checksums();
  if (size > blockingHashBytes) {
    const content = createReadStream('', { fd: openSync(path, readPlain) });
    for await (const chunk of content) checksums.update(chunk as Buffer);
    return checksums.digest();
  }
  const file = openSync(path, readPlain);
  try {
    const length = readSync(file, buffer, 0, blockingHashBytes, 0);
    return checksums.update(buffer.subarray(0, length)).digest();
  } finally {
    closeSync(file);
  }
}
