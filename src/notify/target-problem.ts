import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from '../environment.ts';
import type { NotifyTarget } from './target.ts';
import { notifyUrlProblem } from './url-problem.ts';

/** Why a target can't be told, as far as that shows without telling it; undefined where nothing is in the way. */
export function targetProblem(
  { webhook, secret, command }: NotifyTarget,
  env: Environment,
): string | undefined {
  if (webhook !== undefined) {
    const problem = notifyUrlProblem(webhook);
    return problem ?? (secret === undefined ? undefined : secretProblem(secret.env, env));
  }
  const program = command?.[0] ?? '';
  const places = program.includes('/')
    ? [program]
    : (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));
  return places.some(isExecutable) ? undefined : `there is no program ${program} that can be run`;
}

/** Why the value of a secret header can't be had; the value isn't repeated. */
export function secretProblem(variable: string, env: Environment): string | undefined {
  const value = env[variable] ?? '';
  if (value === '') return `the variable ${variable} with the secret is not set`;
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/u.test(value)
    ? undefined
    : `the variable ${variable} holds what no header can hold`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
