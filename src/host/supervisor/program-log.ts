import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import { redact } from '../../redact.ts';

/** A log file of one program: whole lines, without secrets, of bounded size. What the disk doesn't take is left out, and that is said in it later. */
export interface ProgramLog {
  /** Copies a stream into the log, line by line; `onLine` hears each one. */
  follow(stream: Readable, onLine: (line: string) => void): void;
  write(line: string): void;
  /** The last lines, oldest first. */
  tail(): readonly string[];
  close(): void;
}

const longestLine = 16_384;
const linesOfTail = 20;

/**
 * Opens a program's log file for appending. At `maxBytes` the file becomes `<path>.1` (replacing the one before) and a new one begins.
 */
export function openProgramLog(
  path: string,
  secrets: readonly string[],
  maxBytes = 5_000_000,
): ProgramLog {
  let descriptor = openSync(path, 'a', 0o600);
  let size = statSync(path).size;
  let last: string[] = [];
  let lost = 0;

  function beginAnew(): void {
    const old = descriptor;
    renameSync(path, `${path}.1`);
    descriptor = openSync(path, 'a', 0o600);
    closeSync(old);
    size = 0;
  }

  function append(text: string): void {
    const bytes = Buffer.from(text);
    const written = writeSync(descriptor, bytes);
    size += written;
    if (written < bytes.length) throw new Error('Only a part was written');
  }

  function write(line: string): void {
    const clean = redact(line.slice(0, longestLine), secrets);
    last = [...last, clean].slice(-linesOfTail);
    // The programs go on without a log: their work is worth more than its lines.
    try {
      if (size > maxBytes) beginAnew();
      if (lost > 0) append(`\nsupervisor: ${lost} lines before this one could not be written\n`);
      lost = 0;
      append(`${clean}\n`);
    } catch {
      lost += 1;
    }
  }

  return {
    write,
    tail: () => last,
    close: () => closeSync(descriptor),
    follow(stream, onLine) {
      const decoder = new StringDecoder('utf8');
      let rest = '';
      const take = (text: string): void => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        // A program that never ends its line must not fill our memory.
        if (rest.length > longestLine) {
          lines.push(rest);
          rest = '';
        }
        for (const line of lines) {
          write(line);
          onLine(line);
        }
      };
      stream.on('data', (chunk: Buffer) => take(decoder.write(chunk)));
      stream.on('end', () => {
        if (rest !== '') take('\n');
      });
    },
  };
}
