import { execFileSync, spawn } from 'node:child_process';
import {
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { namedSink, writeNamedFile } from '../../src/files/index.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-named-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A pipe with a reader that is there from the start. */
function pipeWithReader(name: string): { readonly path: string; readonly read: Promise<string> } {
  const path = join(root, name);
  execFileSync('mkfifo', [path]);
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const read = new Promise<string>((done) => {
    let text = '';
    reader.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
    reader.on('close', () => done(text));
  });
  return { path, read };
}

describe('what a person named', () => {
  it('stays the pipe that it is, and gets the content', async () => {
    const { path, read } = pipeWithReader('pipe');
    await namedSink(path)(['a,b\n', '1,2\n']);
    expect(await read).toBe('a,b\n1,2\n');
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('gets content that can only be made as a file, too', async () => {
    const { path, read } = pipeWithReader('made');
    await writeNamedFile(path, (aside) => Promise.resolve(writeFileSync(aside, 'whole')));
    expect(await read).toBe('whole');
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('stays a link to a pipe', async () => {
    const { path, read } = pipeWithReader('behind');
    const link = join(root, 'link');
    symlinkSync(path, link);
    await writeNamedFile(link, ['text']);
    expect(await read).toBe('text');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it('stays /dev/null', async () => {
    const before = lstatSync('/dev/null');
    await writeNamedFile('/dev/null', ['lost']);
    const after = lstatSync('/dev/null');
    expect([after.ino, after.mode, after.rdev]).toEqual([before.ino, before.mode, before.rdev]);
  });

  it('is replaced in one instant where it is a file, and made where there is none', async () => {
    const path = join(root, 'table.csv');
    await writeNamedFile(path, ['old']);
    const before = lstatSync(path).ino;
    await writeNamedFile(path, Buffer.from('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(lstatSync(path).ino).not.toBe(before);
    expect(readdirSync(root).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
