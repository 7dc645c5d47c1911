/**
 * Loaded into a server by `node --import`: counts the requests that it gets, and keeps their number in a file each half second.
 * `DOEFLOW_BENCH_REQUESTS` names the folder of the files, one for each process that got any.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['DOEFLOW_BENCH_REQUESTS'] ?? '.';
const keepMs = 500;
let count = 0;
let kept = 0;

subscribe('http.server.request.start', () => {
  count += 1;
});
setInterval(() => {
  if (count === kept) return;
  kept = count;
  writeFileSync(join(folder, String(process.pid)), String(count));
}, keepMs).unref();
