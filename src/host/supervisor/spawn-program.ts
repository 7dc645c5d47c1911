import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { giveSecret, secretPipeSettings } from '../../files/index.ts';
import type { ProgramSpec } from './program-spec.ts';

/** Starts a program in a process group of its own. Its stdin is a pipe of ours that ends when we do, in whatever way. */
export function spawnProgram(spec: ProgramSpec): ChildProcessByStdio<Writable, Readable, Readable> {
  const { secret, user } = spec;
  const child = spawn(spec.command, [...spec.args], {
    cwd: spec.cwd,
    env: secret === undefined ? spec.env : { ...spec.env, ...secretPipeSettings },
    ...(user === undefined ? {} : { uid: user.uid, gid: user.gid }),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...(secret === undefined ? [] : (['pipe'] as const))],
  }) as ChildProcessByStdio<Writable, Readable, Readable>;
  if (secret !== undefined && child.pid !== undefined) giveSecret(child, secret);
  return child;
}
