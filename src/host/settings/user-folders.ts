import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../../environment.ts';

/** Where this user's settings, data and replaceable files live; absolute paths, not made yet. */
export interface UserFolders {
  readonly config: string;
  readonly data: string;
  readonly cache: string;
}

/**
 * Gives back the user's three folders by the XDG rules, also on macOS: one place to look in a bug report.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function userFolders(env: Environment): UserFolders {
  const home = env['HOME'] ?? homedir();
  const folder = (variable: string, ...fallback: string[]): string => {
    const given = env[variable];
    // The XDG rules say that a relative path is to be ignored.
    return given?.startsWith('/') === true
      ? join(given, 'doeflow')
      : join(home, ...fallback, 'doeflow');
  };
  return {
    config: folder('XDG_CONFIG_HOME', '.config'),
    data: folder('XDG_DATA_HOME', '.local', 'share'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}

/** Gives back an absolute path for one written by a person: `~/` is theirs, the rest is relative to `base`. */
export function expandPath(path: string, base: string, env: Environment): string {
  const home = env['HOME'] ?? homedir();
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(base, path);
}
