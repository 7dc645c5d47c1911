/** Runs one of the package's other programs in the foreground, on our own terminal. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { giveSecret, secretPipeSettings } from '../files/index.ts';
import type { CommandContext } from './context.ts';
import type { ExitCode } from './exit-codes.ts';
import { exitCodes } from './exit-codes.ts';

/**
 * Resolves with our exit code when the program ended: 0 for its 0, 2 for its 2 (it can't use its options), 130 when it ended because of an
 * interruption, else 1.
 *
 * @param token handed over through a pipe: everybody on the machine can read a command line, and runs of the same user an environment.
 * @param program Path of its compiled file below the folder of the compiled package, such as `worker/main.js`.
 */
export function runProgram(
  context: CommandContext,
  program: string,
  programArguments: readonly string[],
  extraEnv: Readonly<Record<string, string>>,
  token: string,
): Promise<ExitCode> {
  context.interrupt.handle();
  // From dist/src/cli/.
  const file = fileURLToPath(new URL(`../../${program}`, import.meta.url));
  const child = spawn(process.execPath, [file, ...programArguments], {
    // However we end, its input ends with us, and it with its input.
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
    env: {
      ...context.env,
      ...extraEnv,
      ...secretPipeSettings,
      DOEFLOW_LEASE: 'stdin',
      DOEFLOW_PLATFORM_TOKEN: undefined,
    },
  });
  if (child.pid !== undefined) giveSecret(child, token);
  const forward = (): void => {
    child.kill('SIGTERM');
  };
  context.interrupt.signal.addEventListener('abort', forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      context.interrupt.signal.removeEventListener('abort', forward);
      if (code === 0) resolve(exitCodes.done);
      else if (code === 2) resolve(exitCodes.usage);
      else resolve(context.interrupt.signal.aborted ? exitCodes.interrupted : exitCodes.internal);
    });
  });
}
