/**
 * The local platform as a program: serves until SIGTERM or SIGINT, or until its standard input ends when `DOEFLOW_LEASE=stdin`.
 * Prints one line on standard output when it is ready.
 */
import { EngineError } from '../errors.ts';
import { takeSecret } from '../files/index.ts';
import { startPlatform } from './platform.ts';
import { readSettings } from './settings.ts';

// What it writes is its user's alone, whatever their usual mode.
process.umask(0o077);

try {
  const token = takeSecret(process.env);
  const given = token === undefined ? {} : { DOEFLOW_PLATFORM_TOKEN: token };
  const settings = readSettings(process.argv.slice(2), { ...process.env, ...given });
  const platform = await startPlatform(settings);
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    // Whatever still holds a connection is cut; a platform that was asked to end ends.
    setTimeout(() => process.exit(0), 3000).unref();
    void platform.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  if (settings.endsWithInput) {
    process.stdin.on('end', end);
    process.stdin.on('error', end);
    process.stdin.resume();
  }
  process.stdout.write(`doeflow platform ready at ${platform.baseUrl}/\n`);
} catch (error) {
  const known = error instanceof EngineError;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (known && error.hint !== undefined) process.stderr.write(`${error.hint}\n`);
  process.exit(known ? 2 : 1);
}
