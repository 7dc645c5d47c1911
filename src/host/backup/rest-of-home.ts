/** A home folder that nobody uses, for as long as it is copied. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { takeFileLock, type FileLock } from '../../files/index.ts';
import { homeFiles } from '../supervisor/home-files.ts';

/**
 * Locks a home as its own programs do: its supervisor, and its local platform with the runner of its jobs, which may outlive that.
 * @returns what frees it
 * @throws UsageError USAGE_HOME_IN_USE, exit code 5, while one of them runs
 */
export function lockHome(home: string): () => void {
  const files = homeFiles(home);
  const platform = files.platformData;
  const held: FileLock[] = [];
  const release = (): void => {
    for (const lock of held.reverse()) lock.release();
  };
  const wanted = [
    [files.lock, 'its parts run, for doeflow dev or another command'],
    [join(platform, 'server.lock'), 'its local platform runs'],
    [join(platform, 'runner.lock'), 'jobs of its local platform execute'],
    [join(platform, 'runner', 'runner.lock'), 'jobs of its local platform execute'],
  ] as const;
  for (const [path, use] of wanted) {
    if (path !== files.lock && !existsSync(path)) continue;
    const lock = takeFileLock(path);
    if (lock === undefined) {
      release();
      throw new UsageError('USAGE_HOME_IN_USE', `${home} is in use: ${use}`, {
        exitCode: 5,
        hint: 'End it (Ctrl-C where doeflow dev or run runs; studies go on afterwards), wait a few seconds, and try again',
      });
    }
    held.push(lock);
  }
  return release;
}

/** What belongs to running programs and is made anew by them, or can be had again; by its path below the home. */
export function isPassing(path: string): boolean {
  return (
    /(?:^|\/)(?:supervisor|server|runner)\.lock(?:-journal|-wal|-shm)?$/u.test(path) ||
    /\.sock$/u.test(path) ||
    /\.part$/u.test(path) ||
    ['supervisor.json', 'programs.json', 'ports.json', 'logs', 'restored.json'].includes(path)
  );
}
