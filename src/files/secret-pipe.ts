/**
 * A secret that one program hands to another through a pipe that nobody else has: unlike a command line, an environment or a file, it
 * can't be read in `/proc` afterwards, and nothing that the other program starts inherits it.
 */
import type { ChildProcess } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** The descriptor of the pipe in the program that is started: its fourth `stdio`. */
const descriptor = 3;

/** Tells the program that is started that there is a pipe. */
export const secretPipeSettings: Readonly<Record<string, string>> = {
  DOEFLOW_TOKEN_PIPE: String(descriptor),
};

/** Hands the secret to a child that was started with `secretPipeSettings` and a pipe as its fourth `stdio`. */
export function giveSecret(child: ChildProcess, secret: string): void {
  const pipe = child.stdio[descriptor] as Writable;
  // A child that ended first says by its exit code what there is to say.
  pipe.on('error', () => undefined);
  pipe.end(secret);
}

/** The secret that whoever started this program handed over; undefined when there is no pipe. Call it once, and first of all. */
export function takeSecret(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env['DOEFLOW_TOKEN_PIPE'] !== String(descriptor)) return undefined;
  const secret = readFileSync(descriptor, 'utf8');
  closeSync(descriptor);
  return secret;
}
