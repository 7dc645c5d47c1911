/**
 * The program that owns the runs of one local platform: it starts them, ends them and writes down how they ended. It knows
 * neither HTTP nor tables, and it stays small, since starting a process gets dearer with the size of its parent.
 */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeFileAtomicSync } from '../../files/index.ts';
import { lockDataFolder, makeDataFolder, runnerFolder } from '../data-folder.ts';
import { runnerSocketPath } from '../socket-path.ts';
import { startGuardian } from './guardian.ts';
import { Runner } from './runner.ts';
import { serveSocket, type RunnerSocket } from './serve-socket.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    lease: { type: 'string', default: 'linger=10' },
    cores: { type: 'string' },
    apart: { type: 'boolean', default: false },
  },
});
const linger = /^linger=(\d+(?:\.\d+)?)$/.exec(values.lease)?.[1];
if (values.data === undefined || (linger === undefined && values.lease !== 'stdin')) {
  process.stderr.write(
    `Expected --data DIR and --lease stdin or linger=SECONDS, got --data ${values.data ?? '(none)'} --lease ${values.lease}\n`,
  );
  process.exit(2);
}

// Under a user of its own the folder is somebody else's, who has made it.
const dataFolder = values.apart ? realpathSync(values.data) : makeDataFolder(values.data);
const ownFolder = runnerFolder(dataFolder, values.apart);
const lock = lockDataFolder(ownFolder, 'runner');
if (lock === undefined) {
  process.stderr.write(
    `Another runner already serves the data folder ${dataFolder}; this one ends\n`,
  );
  process.exit(0);
}

// A file, since other processes can't see who has the lock.
writeFileAtomicSync(join(ownFolder, 'runner.pid'), `${process.pid}\n`);

const sockets: { current?: RunnerSocket } = {};
let lingering: NodeJS.Timeout | undefined;
const markerPrefix = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
const instance = `${process.pid}-${Date.now()}`;
const guardian = startGuardian(`^DOEFLOW_SLOT=${markerPrefix}/[^/]*/${instance}/`);
const runner = new Runner({
  dataFolder,
  cores: Number(values.cores ?? Math.max(4, availableParallelism())),
  now: () => Date.now(),
  path: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  markerPrefix,
  instance,
  notify: (notice) => sockets.current?.notify(notice),
});

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  sockets.current?.close();
  await runner.end();
  guardian.dismiss();
  lock?.release();
  process.exit(0);
}

function waitForConnection(seconds: number): void {
  clearTimeout(lingering);
  lingering = setTimeout(() => void end(), seconds * 1000);
}

sockets.current = await serveSocket(
  runnerSocketPath(ownFolder),
  (command) => runner.obey(command),
  (connections) => {
    if (linger === undefined) return;
    if (connections === 0) waitForConnection(Number(linger));
    else clearTimeout(lingering);
  },
);
if (linger === undefined) {
  process.stdin.on('end', () => void end());
  process.stdin.on('error', () => void end());
  process.stdin.resume();
} else {
  waitForConnection(Math.max(10, Number(linger)));
}
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
process.on('SIGHUP', () => undefined);
