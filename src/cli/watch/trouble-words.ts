/** Trouble in words: for frames and lines, and the exact commands that mend it from here. */
import type { Trouble } from '../../run/trouble.ts';
import type { Settings } from '../../host/settings.ts';
import { formatDuration } from '../format-quantities.ts';
import type { Block } from '../output/view.ts';

/** `waiting for the platform for 0:42 (9 tries): [GET] /api/v2/jobs/: 503`. */
export function troubleLine(trouble: Trouble, now: Date): string {
  const { waitingFor, since, attempts, lastError } = trouble;
  const forMs = Math.max(0, now.getTime() - Date.parse(since));
  const tries = attempts > 1 ? ` (${attempts} tries)` : '';
  return `waiting for ${waitingFor}, for ${formatDuration(forMs)}${tries}: ${lastError}`;
}

/** What is waited for, since when and what to do, as facts. */
export function troubleRows(
  troubles: readonly Trouble[],
  now: Date,
): readonly (readonly [string, string])[] {
  return troubles.flatMap((one) => [
    ['trouble', troubleLine(one, now)],
    ['since', one.since],
    ['to do', one.whatToDo],
  ]);
}

/** What several waits have to say, below a list of them: a line each, and what to do. */
export function listedTroubles(
  named: readonly (readonly [name: string, troubles: readonly Trouble[]])[],
  now: Date,
): readonly Block[] {
  const lines = named.flatMap(([name, troubles]) =>
    troubles.flatMap((one) => [`${name}: ${troubleLine(one, now)}`, `  to do: ${one.whatToDo}`]),
  );
  return lines.length === 0 ? [] : [{ kind: 'text', lines }];
}

/**
 * `trouble` with the commands that a person types here for what the worker can't know: which profile, where the token comes from.
 * @param how.again what starts the embedded worker anew
 */
export function withCommands(
  trouble: Trouble,
  { platform, profile, origin }: Pick<Settings, 'platform' | 'profile' | 'origin'>,
  { again, embedded }: { readonly again: string; readonly embedded: boolean },
): Trouble {
  if (trouble.code !== 'API_AUTHENTICATION' || platform === 'embedded') return trouble;
  const create = 'Create a new token in the platform’s settings, then';
  const fromEnvironment = origin['platform.token']?.startsWith('environment') === true;
  if (fromEnvironment) {
    const then = embedded ? `run ${again}` : 'start the worker again with it';
    return { ...trouble, whatToDo: `${create} set DOEFLOW_PLATFORM_TOKEN to it and ${then}` };
  }
  const login = `doeflow login ${platform.baseUrl}${profile === 'default' ? '' : ` --profile ${profile}`}`;
  const then = embedded
    ? '; the work goes on by itself.'
    : '; workers of this profile on this machine go on with it by themselves, start others again with it.';
  return { ...trouble, whatToDo: `${create}: ${login}${then}` };
}
