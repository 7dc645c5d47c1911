import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  inputsName,
  inputsTemplate,
  parseRunMarker,
  runMarkerName,
  wrapCommand,
  wrapPostProcess,
} from '../../src/run/index.ts';
import { parseTemplate } from '../../src/templates/index.ts';

const shells = ['/bin/dash', '/bin/bash'].filter((path) => existsSync(path));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-marker-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const one = { attemptKey: 'key-1', position: { index: 0, count: 1 } } as const;

function marker(analyses = 1) {
  const path = join(folder, runMarkerName);
  return existsSync(path)
    ? parseRunMarker(readFileSync(path, 'utf8'), 'key-1', analyses)
    : undefined;
}

describe.each(shells)('a wrapped command under %s', (shell) => {
  const run = (script: string, ...flags: string[]) =>
    spawnSync(shell, [...flags, '-c', script], { cwd: folder, encoding: 'utf8', timeout: 15_000 });

  it.each([
    ['true', 0],
    ['false', 1],
    ['sh -c "exit 3"', 3],
    ['exit 4', 4],
    ['cd /; exit 5', 5],
    ['if then', 2],
    ['no-such-program-here', 127],
    ['printf "no line end"', 0],
    [`echo "it's" 'a "quote"' $((1+1)) \\\\ \`echo x\``, 0],
    ['exec sh -c "exit 6"', 6],
    ['set -e; false; exit 0', 1],
    ['true && false || exit 7', 7],
    ['exit 124', 124],
    ['exit 137', 137],
    ['# only a comment', 0],
    ['true #', 0],
    ['cat <<E\nhere\nE', 0],
  ])('%j ends with %d, and so says the marker', (command, code) => {
    const { status } = run(wrapCommand({ ...one, command }));
    const expected = command === 'if then' ? marker()?.exitCodes[0] : code;
    expect(status).toBe(expected);
    expect(status === 0).toBe(code === 0);
    expect(marker()).toEqual({ exitCodes: [expected], timedOut: false, inputs: {} });
  });

  it('passes output through and leaves variables to the command alone', () => {
    const { stdout } = run(
      wrapCommand({ ...one, command: 'x=5; echo "$x $0"; y=$(echo in); echo $y' }),
    );
    expect(stdout).toMatch(/^5 .*\nin\n$/u);
  });

  it('says which row ran, whatever the variables are called', () => {
    const values = { w: 1.25, exit: 0, timeout: 0, in: 'a b', __proto__x: '$HOME `id` %s \\n' };
    const text = parseTemplate(inputsTemplate(Object.keys(values)), { file: inputsName }).render(
      values,
    );
    writeFileSync(join(folder, inputsName), text);
    run(wrapCommand({ ...one, command: 'cd /' }));
    expect(marker()?.timedOut).toBe(false);
    expect(marker()?.inputs).toEqual({ ...values, w: '1.25', exit: '0', timeout: '0' });
  });

  it('leaves one exit line an analysis, and is no marker before the last', () => {
    run(wrapCommand({ ...one, command: 'exit 0', position: { index: 0, count: 2 } }));
    expect(marker(2)).toBeUndefined();
    run(wrapCommand({ ...one, command: 'exit 9', position: { index: 1, count: 2 } }));
    expect(marker(2)?.exitCodes).toEqual([0, 9]);
  });

  it('starts without the marker of an earlier try', () => {
    run(wrapCommand({ ...one, command: 'true' }));
    run(wrapCommand({ ...one, command: `test -s ${runMarkerName} && exit 8; kill -9 $$` }));
    expect(marker()).toBeUndefined();
  });

  it('survives a shell that stops at errors, and leaves that to the command too', () => {
    expect(run(wrapCommand({ ...one, command: 'false; exit 0' }), '-e').status).toBe(1);
    expect(marker()?.exitCodes).toEqual([1]);
  });

  it('does not wait for what the command leaves in the background', () => {
    const command = 'sleep 20 >/dev/null 2>&1 & exit 0';
    const { status } = run(wrapCommand({ ...one, command, runWalltimeSeconds: 12 }));
    expect(status).toBe(0);
    expect(marker()).toMatchObject({ exitCodes: [0], timedOut: false });
  });

  it('ends an overdue command and says so', () => {
    const { status } = run(wrapCommand({ ...one, command: 'sleep 20', runWalltimeSeconds: 1 }));
    expect(status).toBe(124);
    expect(marker()).toMatchObject({ exitCodes: [124], timedOut: true });
  });

  it.each([0, 3, 124, 137])('takes %d of a command in time for its own', (code) => {
    const command = `echo out; exit ${code}`;
    const { status, stdout } = run(wrapCommand({ ...one, command, runWalltimeSeconds: 10 }));
    expect([status, stdout]).toEqual([code, 'out\n']);
    expect(marker()).toEqual({ exitCodes: [code], timedOut: false, inputs: {} });
  });

  it('takes a command killed from outside in time for an exit code, not for a timeout', () => {
    run(wrapCommand({ ...one, command: 'sh -c "kill -9 \\$\\$"', runWalltimeSeconds: 10 }));
    expect(marker()).toEqual({ exitCodes: [137], timedOut: false, inputs: {} });
  });

  it('leaves no marker when it is killed in the middle', async () => {
    const child = spawn(shell, ['-c', wrapCommand({ ...one, command: 'echo on; sleep 20' })], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const ended = new Promise((resolve) => child.once('close', resolve));
    process.kill(-(child.pid ?? NaN), 'SIGKILL');
    await ended;
    expect(marker()).toBeUndefined();
  });

  it('reports the exit code behind the post-process, on a line of its own', () => {
    writeFileSync(join(folder, inputsName), 'exit_temperature\t7\nexit\t5\n');
    run(wrapCommand({ ...one, command: 'exit 3' }));
    const { stdout, status } = run(wrapPostProcess(`printf 'stress\\t5.5'; exit 2`));
    expect(stdout).toBe('stress\t5.5\ndoeflow_exit\t3\n');
    expect(status).toBe(2);
  });

  it('reports nothing where no marker was left', () => {
    expect(run(wrapPostProcess('echo x')).stdout).toBe('x\n');
  });
});

describe('wrapCommand', () => {
  it('refuses an attempt key that a shell could misread', () => {
    expect(() => wrapCommand({ ...one, attemptKey: "a'; rm", command: 'true' })).toThrow(
      RangeError,
    );
  });
});

describe('parseRunMarker', () => {
  const whole = 'doeflow 1 key-1\nin\tw\t1\nexit\t0\t0\nexit\t1\t12\n';

  it('takes the whole text and no part of it', () => {
    expect(parseRunMarker(whole, 'key-1', 2)?.exitCodes).toEqual([0, 12]);
    for (let length = 0; length < whole.length; length += 1) {
      expect(parseRunMarker(whole.slice(0, length), 'key-1', 2)).toBeUndefined();
    }
  });

  it.each([
    ['another attempt', whole, 'key-2', 2],
    ['more analyses than wanted', whole, 'key-1', 1],
    ['fewer analyses than wanted', whole, 'key-1', 3],
    ['a line it does not know', `${whole}more\n`, 'key-1', 2],
    ['an exit line out of turn', 'doeflow 1 key-1\nexit\t1\t0\n', 'key-1', 1],
    ['an exit code that is none', 'doeflow 1 key-1\nexit\t0\tx\n', 'key-1', 1],
  ])('refuses %s', (_, text, key, analyses) => {
    expect(parseRunMarker(text, key, analyses)).toBeUndefined();
  });
});
