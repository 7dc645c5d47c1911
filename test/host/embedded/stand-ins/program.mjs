// A stand-in for a program of the embedded default: says that it is ready, and ends with its lease or by a signal. With a file
// `<name>.crash` in its folder it ends at once, before it is ready; with `<name>.slow` it isn't ready as long as that file is there. The token
// that it was handed stands in `<name>.token`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [name, readyLine] = process.argv.slice(2);
const token = process.env.DOEFLOW_TOKEN_PIPE === '3' ? readFileSync(3, 'utf8') : 'none';
writeFileSync(join(process.cwd(), `${name}.token`), token);
if (existsSync(join(process.cwd(), `${name}.crash`))) {
  process.stderr.write(`no luck with token ${token}\n`);
  process.exit(3);
}
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
while (existsSync(join(process.cwd(), `${name}.slow`))) await pause(20);
process.stdout.write(`${readyLine}\n`);
