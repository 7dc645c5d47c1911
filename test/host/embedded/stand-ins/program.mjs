// A stand-in for a program of the embedded default: says that it is ready, and ends with its lease or by a signal. With a file
// `<name>.crash` in its folder it ends at once, before it is ready.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const [name, readyLine] = process.argv.slice(2);
if (existsSync(join(process.cwd(), `${name}.crash`))) {
  process.stderr.write(`no luck with token ${process.env.DOEFLOW_PLATFORM_TOKEN}\n`);
  process.exit(3);
}
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(`${readyLine}\n`);
