import { copyFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  describeDiskFault,
  systemFaultOf,
  writeFileAtomic,
  writeFileAtomicSync,
  writeInside,
} from '../../src/files/index.ts';
import { titled, whyNotLinux } from '../kit/skip-words.ts';

const refusal = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: refused`), { code, errno: -1, ...more });

describe('what the system refuses', () => {
  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EROFS', 'the disk is read-only'],
    ['EACCES', 'this user may not use it'],
    ['EPERM', 'the file system forbids the change'],
    ['EIO', 'the disk reports a fault'],
    ['EMFILE', 'too many files are open'],
    ['ELOOP', 'its symbolic links lead in a circle'],
    ['ENAMETOOLONG', 'the name is too long'],
    ['ENOENT', 'no folder can be made here'],
    ['EEXIST', 'a file is where a folder is needed'],
  ])('is said with its path and a remedy: %s', (code, words) => {
    const fault = systemFaultOf(refusal(code, { path: '/home/me/x', syscall: 'mkdir' }));
    expect(fault).toMatchObject({ code, message: `Cannot use /home/me/x: ${words} (mkdir)` });
    expect(fault?.remedy).not.toBe('');
  });

  it('is found under the words of whoever met it', () => {
    const said = describeDiskFault(refusal('ENOSPC'), '/data/a');
    expect(systemFaultOf(said)).toMatchObject({
      code: 'ENOSPC',
      message: 'Cannot write /data/a: the disk is full',
    });
  });

  it('is nothing else', () => {
    expect(systemFaultOf(new TypeError('x'))).toBeUndefined();
    expect(systemFaultOf(refusal('ENOENT', { syscall: 'open' }))).toBeUndefined();
  });
});

/** Where Linux has no room for a file of ours, whoever asks. */
const here = '/proc';

describe.skipIf(whyNotLinux !== undefined)(titled('where no file can be made', whyNotLinux), () => {
  it.each([
    ['a file', () => writeFileAtomic(`${here}/x.html`, [Buffer.from('x')])],
    [
      'what makes a file',
      () => writeFileAtomic(`${here}/x.html`, (aside) => writeFile(aside, 'x')),
    ],
    ['a short text', async () => writeFileAtomicSync(`${here}/x.html`, 'x')],
    ['a file below a folder', () => writeInside(here, 'x.html', [Buffer.from('x')])],
  ])('says so, with the place: %s', async (_, write) => {
    const error = await write().catch((cause: unknown) => cause);
    expect(systemFaultOf(error)).toMatchObject({
      code: 'ENOENT',
      message: `Cannot write ${here}/x.html: no file can be made here`,
    });
  });

  it('says nothing of another file that is missing, and is no fault of the place', async () => {
    const missing = join(tmpdir(), 'no-such-folder', 'source');
    const copy = writeFileAtomic(join(tmpdir(), `doeflow-${process.pid}`), (aside) =>
      copyFile(missing, aside),
    );
    expect(systemFaultOf(await copy.catch((cause: unknown) => cause))).toBeUndefined();
  });
});
