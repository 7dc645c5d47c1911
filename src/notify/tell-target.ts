import type { Environment } from '../environment.ts';
import type { Letter, TellingOutcome } from './outcome.ts';
import { postOnce } from './post-once.ts';
import { runCommand } from './run-command.ts';
import { secretProblem } from './target-problem.ts';
import type { NotifyTarget } from './target.ts';

/** Tells one target in one try. Never throws; no secret is in what it gives back. */
export async function tellTarget(
  { webhook = '', secret, command }: NotifyTarget,
  letter: Letter,
  env: Environment,
): Promise<TellingOutcome> {
  if (command !== undefined) return runCommand(command, letter);
  if (secret === undefined) return postOnce({ url: webhook }, letter);
  const problem = secretProblem(secret.env, env);
  if (problem !== undefined) {
    return { ok: false, note: `Nobody was told: ${problem}`, answer: problem, mayHelp: true };
  }
  return postOnce({ url: webhook, headers: { [secret.header]: env[secret.env] ?? '' } }, letter);
}
