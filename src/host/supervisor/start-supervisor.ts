import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Environment } from '../../environment.ts';
import { makeHomeFolders, type HomeFiles } from './home-files.ts';
import type { SupervisorPlan } from './plan.ts';
import { programEnvironment } from './program-environment.ts';

/** A supervisor that was started here, until it serves the home. */
export interface StartedSupervisor {
  /** Undefined while it runs. 0: it found the home served by another one, or was killed. */
  exitCode(): number | undefined;
  /** The last lines of its log, for an error. */
  logTail(): string;
}

const longestLogBytes = 1_000_000;

/** Starts a supervisor in its own session, so that it outlives us and no key pressed in our terminal reaches it. */
export function startSupervisor(
  plan: SupervisorPlan,
  files: HomeFiles,
  env: Environment,
): StartedSupervisor {
  makeHomeFolders(files);
  const logPath = join(files.logs, 'supervisor.log');
  const log = openSync(logPath, 'a', 0o600);
  if (statSync(logPath).size > longestLogBytes) truncateSync(logPath);
  const child = spawn(
    process.execPath,
    [join(plan.programFolder, 'src', 'host', 'supervisor-main.js')],
    { cwd: files.home, env: programEnvironment(env), detached: true, stdio: ['pipe', log, log] },
  ) as ChildProcessByStdio<Writable, null, null>;
  closeSync(log);
  let exitCode: number | undefined;
  child.once('exit', (code) => {
    exitCode = code ?? 0;
  });
  child.once('error', () => {
    exitCode = 1;
  });
  // It may end before it has read its plan; its exit code says the rest.
  child.stdin.once('error', () => {
    exitCode ??= 1;
  });
  child.stdin.end(JSON.stringify(plan));
  child.unref();
  return {
    exitCode: () => exitCode,
    logTail: () => readFileSync(logPath, 'utf8').trimEnd().split('\n').slice(-5).join('\n  '),
  };
}
