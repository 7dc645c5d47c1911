import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A small shell next to the runner that notices the runner's end, also by SIGKILL, from the end of its input, and then kills every process
 * that this runner started, wherever it fled, and what descends from it. Without it a hung command would outlive everything that knows of it. All are halted
 * before the first is killed, so that no shell writes down its command's killing as an exit code.
 */
const script = `cat >/dev/null
halt() {
  for pid in "$@"; do
    case " $all " in *" $pid "*) continue;; esac
    kill -STOP "$pid" 2>/dev/null || continue
    all="$all $pid"
    halt $(cat /proc/"$pid"/task/*/children 2>/dev/null)
  done
}
for round in 1 2 3 4 5; do
  all=
  files=$(grep -lsz "$1" /proc/[0-9]*/environ)
  for file in $files; do
    pid=\${file#/proc/}; halt "\${pid%/environ}"
  done
  [ -n "$all" ] || exit 0
  kill -KILL $all 2>/dev/null
  sleep 0.1
done`;

/** The guardian of one runner. */
export interface Guardian {
  /** Sends it away: the runner has ended its runs itself. */
  readonly dismiss: () => void;
}

/** @param pattern of the environment entry that the runner's processes carry, as a basic regular expression. */
export function startGuardian(pattern: string): Guardian {
  const child: ChildProcess = spawn('/bin/sh', ['-c', script, 'guardian', pattern], {
    // A session of its own: what is sent to the runner's group doesn't reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
  });
  child.on('error', (error) =>
    process.stderr.write(`The guardian can't be started: ${error.message}\n`),
  );
  child.unref();
  return { dismiss: () => void child.kill('SIGKILL') };
}
