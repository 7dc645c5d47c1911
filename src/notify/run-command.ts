import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { Letter, TellingOutcome } from './outcome.ts';

const longestMs = 60_000;
/** What a command may see of the worker's environment: nothing that can hold a token. */
const passedOn = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];
const keptCharacters = 300;

/** Runs the owner's program with a letter's JSON on its standard input; ends it after a minute, and with it whatever it started and left behind. Never throws. */
export async function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  { body }: Pick<Letter, 'body'>,
): Promise<TellingOutcome> {
  const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
  const child = spawn(program, args, {
    cwd: homedir(),
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A group of its own, so that all of it can be ended.
    detached: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, keptCharacters);
  });
  // A command that doesn't read its input is no failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${body}\n`);
  let tooLong = false;
  const timer = setTimeout(() => {
    tooLong = true;
    endGroup(child.pid);
  }, longestMs);
  const ended = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code === null ? String(signal) : String(code)));
  });
  clearTimeout(timer);
  // What it started in the background goes with it.
  endGroup(child.pid);
  child.stderr.destroy();
  if (ended === '0') {
    const note = 'The command that tells its owner was run';
    return { ok: true, note, answer: 'it ended with 0', mayHelp: false };
  }
  const why = tooLong ? `it was ended after ${longestMs / 1000} s` : `it ended with ${ended}`;
  const answer = said.trim() === '' ? why : `${why}: ${said.trim()}`;
  const note = `The command that tells its owner failed, ${answer}`;
  return { ok: false, note, answer, mayHelp: true };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it ended by itself.
  }
}
