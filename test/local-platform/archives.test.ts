import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create as createTar } from 'tar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await new RunningPlatform(['--unpack-limit', '100000']).start();
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

describe('archives', () => {
  /** Runs a job on one archive and gives back why it completed, and what it printed. */
  async function runOn(name: string, content: Buffer, reference: object = {}): Promise<string> {
    const file = await platform.upload(name, content);
    const jobId = await platform.createJob({
      command: 'find . -type f | sort; [ ! -x run.sh ] || ./run.sh',
      inputFiles: [{ id: file, ...reference }],
    });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await platform.untilStatus(jobId, 'Completed');
    const [last] = await platform.statuses(jobId);
    const log = (await platform.outputs(jobId)).get('1/process_output.log') ?? '';
    return `${last ?? ''} ${log}`;
  }

  function zip(entries: Readonly<Record<string, Buffer>>, mode = 0o100755): Promise<Buffer> {
    const archive = new ZipFile();
    for (const [name, content] of Object.entries(entries))
      archive.addBuffer(content, name, { mode });
    archive.end();
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      archive.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
      archive.outputStream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  }

  it('are unpacked with their folders and executable files', async () => {
    const content = await zip({
      'run.sh': Buffer.from('#!/bin/sh\necho ran\n'),
      'sub/a.txt': Buffer.from('a'),
    });
    expect(await runOn('case.zip', content)).toContain('./run.sh\n./sub/a.txt\nran\n');
  });

  it('stay packed when the reference says so', async () => {
    const content = await zip({ 'a.txt': Buffer.from('a') });
    expect(await runOn('case.zip', content, { decompress: false })).toContain('./case.zip\n');
  });

  it('in the tar forms are unpacked too, links refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-archive-'));
    writeFileSync(join(folder, 'a.txt'), 'a');
    const plain = createTar({ cwd: folder, sync: true }, ['a.txt']).read() as Buffer;
    expect(await runOn('case.tar', plain)).toContain('./a.txt\n');
    expect(await runOn('case.tgz', gzipSync(plain))).toContain('./a.txt\n');
    symlinkSync('/etc/passwd', join(folder, 'link'));
    const linked = createTar({ cwd: folder, sync: true }, ['a.txt', 'link']).read() as Buffer;
    rmSync(folder, { recursive: true });
    expect(await runOn('case.tar', linked)).toMatch(/Archive case\.tar can't be unpacked.*link/);
  });

  it('with names that leave the folder, links, bombs or garbage fail the job with the reason', async () => {
    // The name is patched in afterwards, since the writer refuses it.
    const escaping = await zip({ 'aa/aa/evil.txt': Buffer.from('x') });
    const patched = Buffer.from(
      escaping.toString('latin1').replaceAll('aa/aa/evil', '../../evil'),
      'latin1',
    );
    expect(await runOn('evil.zip', patched)).toMatch(/evil\.zip can't be unpacked/);
    const link = await zip({ link: Buffer.from('/etc/passwd') }, 0o120777);
    expect(await runOn('link.zip', link)).toMatch(/can't be unpacked.*link/);
    const bomb = await zip({ 'zeros.bin': Buffer.alloc(5_000_000) });
    expect(await runOn('bomb.zip', bomb)).toMatch(/can't be unpacked.*passes the limit of 100000/);
    expect(await runOn('junk.zip', Buffer.from('no archive'))).toMatch(
      /junk\.zip can't be unpacked/,
    );
    expect(await runOn('junk.tgz', Buffer.from('no archive'))).toMatch(
      /junk\.tgz can't be unpacked/,
    );
    expect(readdirSync(join(platform.dataFolder, '..'))).toEqual(['data']);
  });

  it('with absolute names, hard links or pipes fail the job too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-archive-'));
    writeFileSync(join(folder, 'aaaaa.txt'), 'a');
    const plain = createTar({ cwd: folder, sync: true }, ['aaaaa.txt']).read() as Buffer;
    rmSync(folder, { recursive: true });
    const absolute = await zip({ 'aaaaa/x.txt': Buffer.from('x') });
    const patched = Buffer.from(
      absolute.toString('latin1').replaceAll('aaaaa/x', '/tmp/x/'),
      'latin1',
    );
    expect(await runOn('absolute.zip', patched)).toMatch(/absolute\.zip can't be unpacked/);
    expect(await runOn('absolute.tar', tarWith(plain, { name: '/aaaa.txt' }))).toMatch(
      /can't be unpacked.*no path inside/,
    );
    expect(await runOn('above.tar', tarWith(plain, { name: '../aa.txt' }))).toMatch(
      /can't be unpacked.*no path inside/,
    );
    for (const type of ['1', '2', '3', '6']) {
      expect(await runOn('odd.tar', tarWith(plain, { type }))).toMatch(
        /can't be unpacked.*(link or a device|linkpath)/,
      );
    }
    expect(await runOn('short.tar', plain.subarray(0, 700))).toMatch(/can't be unpacked/);
  });

  /** A tar of one file, its header's name or type changed. */
  function tarWith(plain: Buffer, change: { readonly name?: string; readonly type?: string }) {
    const tar = Buffer.from(plain);
    if (change.name !== undefined) tar.write(change.name, 0, 'latin1');
    if (change.type !== undefined) {
      tar.write(change.type, 156, 'latin1');
      tar.write('00000000000', 124, 'latin1');
      tar.fill(0, 512, 1024);
    }
    tar.fill(' ', 148, 156);
    const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return tar;
  }
});

describe('preparing a job', () => {
  it('has an end: a job whose files take longer fails with the reason, and nothing of it is left', async () => {
    const options = ['--staging-limit', '0.1', '--unpack-limit', '1000000000'];
    const slow = await new RunningPlatform(options).start();
    try {
      const folder = mkdtempSync(join(tmpdir(), 'doeflow-archive-'));
      writeFileSync(join(folder, 'zeros'), Buffer.alloc(150_000_000));
      const plain = createTar({ cwd: folder, sync: true }, ['zeros']).read() as Buffer;
      rmSync(folder, { recursive: true });
      const file = await slow.upload('zeros.tgz', gzipSync(plain, { level: 1 }));
      const jobId = await slow.createJob({ command: 'true', inputFiles: [{ id: file }] });
      await slow.call('POST', `/api/v2/jobs/${jobId}/submit/`);
      await slow.untilStatus(jobId, 'Completed');
      expect((await slow.statuses(jobId)).join()).toContain('could not be prepared within 0.1 s');
      expect(readdirSync(join(slow.dataFolder, 'jobs'))).toEqual([]);
    } finally {
      await slow.end();
    }
  });
});
