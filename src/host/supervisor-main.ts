/**
 * The supervisor's process: one per home folder, started by the first client with its plan on stdin, ended by the last one. A second one
 * that finds the home taken by a serving one ends at once; one that finds it being left waits for it.
 */
import { writeSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { systemFaultOf, takeFileLock, type FileLock } from '../files/index.ts';
import { homeFiles, makeHomeFolders, type HomeFiles } from './supervisor/home-files.ts';
import { parseSupervisorPlan } from './supervisor/plan.ts';
import { recordSupervisor } from './supervisor/supervisor-record.ts';
import { runSupervisor } from './supervisor/supervisor.ts';

// The programs that it starts, databases and logs among them, inherit it: what they write is for this user only.
process.umask(0o077);

const report = (line: string): void => {
  try {
    writeSync(2, `${new Date().toISOString()} supervisor ${process.pid}: ${line}\n`);
  } catch {
    // A full disk takes no line; what it tells of is worth more.
  }
};

// What the system refuses is told in words, as clients show the log's last lines.
process.on('uncaughtException', (error) => {
  const fault = systemFaultOf(error);
  report(fault === undefined ? String(error.stack) : `${fault.message}. ${fault.remedy}`);
  process.exit(1);
});

const plan = parseSupervisorPlan(await text(process.stdin));
const files = homeFiles(plan.home);
makeHomeFolders(files);

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    report(`got ${signal}`);
    stop.abort();
  });
}

const lock = await lockHome(files, 20_000);
if (lock === undefined) {
  report('another supervisor serves this home');
} else {
  recordSupervisor(files.supervisor);
  report('started');
  await runSupervisor(plan, { files, env: process.env, stop: stop.signal, report });
  report('ended');
  lock.release();
}
// Now, and not when the last connection is closed by its client: they wait for our end.
process.exit(0);

/** Locks the home; undefined when another supervisor serves it. */
async function lockHome(of: HomeFiles, patienceMs: number): Promise<FileLock | undefined> {
  const started = performance.now();
  for (;;) {
    const taken = takeFileLock(of.lock);
    if (taken !== undefined) return taken;
    if (await isServed(of.socket)) return undefined;
    if (performance.now() - started > patienceMs) {
      throw new Error(
        `The home ${of.home} is locked by a process that neither serves it nor ends; look for the one that has ${of.lock} open`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function isServed(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
