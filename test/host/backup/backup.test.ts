/** A home that is copied and restored elsewhere, and what is refused on the way. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { takeFileLock } from '../../../src/files/index.ts';
import { backUpHome } from '../../../src/host/backup/back-up-home.ts';
import { lockHome } from '../../../src/host/backup/rest-of-home.ts';
import { checkBackup, restoreHome } from '../../../src/host/backup/restore-home.ts';
import {
  readRestoredMark,
  requireTakenOver,
  takeOverHome,
} from '../../../src/host/backup/restored-mark.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const root = temporaryFolder(afterAll);
const hooks = { signal: new AbortController().signal, onBytes: () => undefined };
const now = new Date('2026-06-01T00:00:00Z');

/** A home with what homes have, as a person or a run may have left it. */
function makeHome(name: string): string {
  const home = join(root, name);
  const put = (path: string, text: string): void => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  put('store/engine.json', '{"engineId":"e-1"}');
  put('store/studies/beam-1/snapshot.json', '{}');
  put('temporal/temporal.db', 'database');
  put('temporal/temporal.db-wal', 'what is not in it yet');
  put('platform/jobs/j1/runs/1/work/model.sh', 'echo 1\n');
  chmodSync(join(home, 'platform/jobs/j1/runs/1/work/model.sh'), 0o750);
  mkdirSync(join(home, 'platform/jobs/j1/tmp'));
  symlinkSync('model.sh', join(home, 'platform/jobs/j1/runs/1/work/link'));
  put('payload-key', 'secret');
  put('logs/worker.log', 'a log');
  put('ports.json', '{}');
  put('supervisor.json', '[]');
  return home;
}

function backUp(home: string, folder: string, signal: AbortSignal = hooks.signal) {
  return backUpHome({
    ...{ home, folder, engineVersion: '1', engineId: 'e-1', now, signal },
    onBytes: () => undefined,
  });
}

describe('a back-up of a home', () => {
  it('restores all that is kept there to another place, and nothing of what ran', async () => {
    const home = makeHome('home');
    const folder = join(root, 'copy');
    const { files } = await backUp(home, folder);
    expect(files).toBe(6);
    expect((statSync(folder).mode & 0o077) === 0).toBe(true);
    expect(await checkBackup(folder, hooks)).toMatchObject({ files: 6, engineId: 'e-1' });
    const other = join(root, 'other', 'home');
    await restoreHome(folder, other, now, hooks);
    const work = join(other, 'platform/jobs/j1/runs/1/work');
    expect(readFileSync(join(work, 'model.sh'), 'utf8')).toBe('echo 1\n');
    expect(statSync(join(work, 'model.sh')).mode & 0o777).toBe(0o750);
    expect(readlinkSync(join(work, 'link'))).toBe('model.sh');
    expect(existsSync(join(other, 'platform/jobs/j1/tmp'))).toBe(true);
    expect(readFileSync(join(other, 'temporal/temporal.db-wal'), 'utf8')).toContain(
      'not in it yet',
    );
    // Where a command has only looked before.
    const looked = join(root, 'looked');
    mkdirSync(join(looked, 'store', 'studies'), { recursive: true });
    await restoreHome(folder, looked, now, hooks);
    expect(existsSync(join(looked, 'platform/jobs/j1/tmp'))).toBe(true);
    for (const passing of ['logs', 'ports.json', 'supervisor.json'])
      expect(existsSync(join(other, passing)), passing).toBe(false);
  });

  it('lets nothing work in a restored home before somebody says that the original is gone', async () => {
    const other = join(root, 'other', 'home');
    expect(readRestoredMark(other)).toMatchObject({ from: join(root, 'home'), engineId: 'e-1' });
    expect(() => requireTakenOver(other)).toThrow('was restored on 2026-06-01');
    await takeOverHome(other);
    expect(() => requireTakenOver(other)).not.toThrow();
  });

  it('is none where it was cut off, and is told as damaged where a byte has changed', async () => {
    const home = join(root, 'home');
    const cut = join(root, 'cut');
    await expect(backUp(home, cut, AbortSignal.abort(new Error('killed')))).rejects.toThrow(
      'killed',
    );
    await expect(restoreHome(cut, join(root, 'from-cut'), now, hooks)).rejects.toThrow(
      'no whole back-up',
    );
    for (const [what, harm] of [
      [
        'was changed',
        (folder: string) => writeFileSync(join(folder, 'home/payload-key'), 'other!'),
      ],
      ['is missing', (folder: string) => rmSync(join(folder, 'home/payload-key'))],
      [
        'was changed',
        (folder: string) => {
          const path = join(folder, 'files.ndjson');
          writeFileSync(path, readFileSync(path, 'utf8').replace(/"mode":\d+/u, '"mode":511'));
        },
      ],
      [
        'never wrote',
        (folder: string) => {
          const line = { kind: 'file', path: '../../evil', mode: 384, bytes: 1, sha256: 'x' };
          writeFileSync(join(folder, 'files.ndjson'), `${JSON.stringify(line)}\n`);
        },
      ],
    ] as const) {
      const folder = join(root, `harmed-${what.replace(' ', '-')}-${Math.random()}`);
      await backUp(home, folder);
      harm(folder);
      await expect(checkBackup(folder, hooks)).rejects.toThrow(what);
      const target = join(root, 'from-damaged');
      await expect(restoreHome(folder, target, now, hooks)).rejects.toThrow(what);
      expect(existsSync(target)).toBe(false);
    }
  });

  it('is refused within the home, and into a folder that has something in it', async () => {
    const home = join(root, 'home');
    await expect(backUp(home, join(home, 'copy'))).rejects.toThrow('within the home');
    await expect(backUp(home, join(root, 'copy'))).rejects.toThrow('is there already');
    await expect(restoreHome(join(root, 'copy'), home, now, hooks)).rejects.toThrow(
      'has something in it',
    );
  });

  it('is refused while something runs in the home, and locks it meanwhile', () => {
    const home = join(root, 'home');
    const held = takeFileLock(join(home, 'supervisor.lock'));
    expect(() => lockHome(home)).toThrow('is in use');
    held?.release();
    const runner = takeFileLock(join(home, 'platform', 'runner.lock'));
    expect(() => lockHome(home)).toThrow('jobs of its local platform execute');
    runner?.release();
    const release = lockHome(home);
    expect(takeFileLock(join(home, 'supervisor.lock'))).toBeUndefined();
    release();
    takeFileLock(join(home, 'supervisor.lock'))?.release();
  });
});
