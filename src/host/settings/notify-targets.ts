import { dirname } from 'node:path';
import type { Environment } from '../../environment.ts';
import type { NotifyTarget, NotifyTargets } from '../../notify/target.ts';
import { readProfileFile } from './profile-file.ts';
import { expandPath } from './user-folders.ts';

/**
 * The targets of the profile file, whichever profile is used: who is told doesn't hang on where studies run. A program that is named by a path is
 * meant from the folder of the file.
 * @throws UsageError USAGE_PROFILE_FILE when the file can't be used
 */
export function readNotifyTargets(profileFile: string, env: Environment): NotifyTargets {
  const { notify = {} } = readProfileFile(profileFile);
  return Object.fromEntries(
    Object.entries(notify).map(([name, target]) => [name, withPath(target, profileFile, env)]),
  );
}

function withPath(target: NotifyTarget, profileFile: string, env: Environment): NotifyTarget {
  if (target.command === undefined) return target;
  const [program, ...args] = target.command;
  if (!program.includes('/')) return target;
  return { ...target, command: [expandPath(program, dirname(profileFile), env), ...args] };
}
