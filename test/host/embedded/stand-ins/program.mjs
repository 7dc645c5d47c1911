// A stand-in for a program of the embedded default: says that it is ready, and ends with its lease or by a signal. With a file
// `<name>.crash` in its folder it ends at once, before it is ready; with `<name>.slow` it isn't ready as long as that file is there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [name, readyLine] = process.argv.slice(2);
if (existsSync(join(process.cwd(), `${name}.crash`))) {
  process.stderr.write(`no luck with token ${process.env.DOEFLOW_PLATFORM_TOKEN}\n`);
  process.exit(3);
}
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
while (existsSync(join(process.cwd(), `${name}.slow`))) await pause(20);
process.stdout.write(`${readyLine}\n`);
