import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  inputsName,
  inputsTemplate,
  markerOfSuccess,
  parseRunMarker,
  processesOf,
  runMarkerName,
  wrapCommand,
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

const alone = processesOf([{}]);
const trapping = `sh -c 'trap "echo 1 > o.txt; exit 0" TERM; : > ready; while :; do sleep 0.05; done'`;
const patient = `sh -c 'trap : TERM; : > ready; sleep 0.3; sleep 0.2; echo 1 > o.txt'`;
const one = { attemptKey: 'key-1', kind: 'command', analysis: 0, processes: alone } as const;

/** The marker as its reader has it, with exit codes alone. */
function marker(processes = alone) {
  const path = join(folder, runMarkerName);
  if (!existsSync(path)) return undefined;
  const found = parseRunMarker(readFileSync(path, 'utf8'), 'key-1', processes);
  if (found === undefined) return undefined;
  return {
    exitCodes: found.processes.map(({ exitCode }) => exitCode),
    timedOut: found.processes.some(({ timedOut }) => timedOut),
    inputs: found.inputs,
    toldToEnd: found.toldToEnd,
    replaced: found.replaced.map(({ kind, what }) => `${kind}: ${what}`),
    unseen: found.unseen.map(({ kind, exitCode, command }) => `${kind} ${exitCode} ${command}`),
  };
}

describe.each(shells)('a wrapped command under %s', (shell) => {
  const killWrapper = 'kill -9 $PPID';
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
    expect(marker()).toMatchObject({
      exitCodes: [expected],
      timedOut: false,
      inputs: {},
      toldToEnd: false,
    });
  });

  it.each([
    ['one command', [{}]],
    ['all kinds of processes', [{ preProcess: {}, postProcess: {} }, { postProcess: {} }]],
  ])('writes of %s that went well the very text that markerOfSuccess has', (_, analyses) => {
    const processes = processesOf(analyses);
    writeFileSync(join(folder, inputsName), 'x\t-0.25\nname\ta b\nlarge\t1e+30\n');
    for (const { kind, analysis } of processes) {
      run(wrapCommand({ ...one, kind, analysis, processes, command: 'true' }));
    }
    const row = { names: ['x', 'name', 'large'], values: [-0.25, 'a b', 1e30] };
    const written = readFileSync(join(folder, runMarkerName), 'utf8');
    expect(written).toBe(markerOfSuccess('key-1', processes, row));
    expect(marker(processes)).toEqual({
      ...{ exitCodes: processes.map(() => 0), timedOut: false, toldToEnd: false },
      inputs: { x: '-0.25', name: 'a b', large: '1e+30' },
      ...{ replaced: [], unseen: [] },
    });
  });

  it.each([{}, { runWalltimeSeconds: 10 }])(
    'tells of the first line that failed while the shell went on (%j)',
    (limit) => {
      const told = (command: string) => {
        run(wrapCommand({ ...one, ...limit, command }));
        return marker()?.unseen;
      };
      expect(told('cd /; sh -c "exit 3" two; nothing; echo 1')).toEqual([
        'command 3 sh -c "exit 3" two',
      ]);
      expect(told('# mesh first\nno-such-mesher a\\ b\necho 1')).toEqual([
        'command 127 no-such-mesher a\\ b',
      ]);
      expect(told('for i in 1 2; do ls none; done 2>/dev/null; true')).toEqual([
        'command 2 ls none',
      ]);
      expect(told('command ls none 2>/dev/null; true')).toEqual([
        'command 2 command ls none 2> /dev/null',
      ]);
      // Beside the code with which it ended.
      expect(told('ls none; exit 4')).toEqual(['command 2 ls none']);
    },
  );

  it.each([
    'true; if ls none; then :; fi; ls none || true; echo 1',
    'grep -q x /dev/null; [ -e none ]; [[ a = b ]]; diff / none; mkdir /; n=$(grep -c x /dev/null); ((0)); echo 1',
    'sh -c "exit 3"; code=$?; echo $code',
    'n=$(expr 1 - 1); command -v nothing-here; echo 1',
    'while read -r line; do :; done < /dev/null; read -r x < /dev/null; true',
    'sleep 0 & wait; true && true',
  ])('takes what asks or was thought of for no failure: %s', (command) => {
    expect(run(wrapCommand({ ...one, command })).status).toBe(0);
    expect(marker()?.unseen).toEqual([]);
  });

  describe('that puts something else in the place of its marker', () => {
    const gone = `rm -f ${runMarkerName}`;
    const elsewhere = () => join(folder, 'elsewhere');
    const places = [
      ['a pipe', `mkfifo ${runMarkerName}`],
      ['a folder', `mkdir -p ${runMarkerName}/a/b`],
      ['a link', `ln -s elsewhere ${runMarkerName}`],
      ['a link', `ln -s nowhere ${runMarkerName}`],
      ['a link', `mkfifo p; ln -s p ${runMarkerName}`],
      ['a link', `ln -s . ${runMarkerName}`],
      ['a link', `ln -s /dev/zero ${runMarkerName}`],
      [
        'a socket',
        `${process.execPath} -e 'require("net").createServer().listen("${runMarkerName}", () => process.kill(process.pid, 9))'`,
      ],
    ] as const;
    const cases = places.flatMap(([what, how]) =>
      [{}, { runWalltimeSeconds: 10 }].map((limit) => [what, how, limit] as const),
    );

    it.each(cases)('tells of %s (%s, %j), ends and writes nowhere else', (what, how, limit) => {
      writeFileSync(elsewhere(), 'kept\n');
      const command = `false; ${gone}; ${how}; sh -c 'exit 5'; exit 3`;
      expect(run(wrapCommand({ ...one, ...limit, command })).status).toBe(3);
      expect(marker()).toMatchObject({ exitCodes: [3], replaced: [`command: ${what}`] });
      expect(readFileSync(elsewhere(), 'utf8')).toBe('kept\n');
    });

    it.each([{}, { runWalltimeSeconds: 10 }])(
      'a hard link is parted from what it names (%j), also where an earlier try left it',
      (limit) => {
        writeFileSync(elsewhere(), 'kept\n');
        for (const command of [
          `ln -f elsewhere ${runMarkerName}; ls no-such-file; true`,
          `true; sh -c 'ls no-such-file'; exit 3`,
        ]) {
          run(wrapCommand({ ...one, ...limit, command }));
          expect(marker()?.exitCodes).toHaveLength(1);
          expect(readFileSync(elsewhere(), 'utf8')).toBe('kept\n');
          linkSync(elsewhere(), join(folder, 'again'));
          renameSync(join(folder, 'again'), join(folder, runMarkerName));
        }
      },
    );

    it('a marker of gigabytes holds nothing up', () => {
      const command = `ls no-such-file; truncate -s 3G ${runMarkerName}; true`;
      const began = performance.now();
      run(wrapCommand({ ...one, command }));
      expect(performance.now() - began).toBeLessThan(5000);
      expect(marker()).toMatchObject({ exitCodes: [0] });
    });

    it('in its pre-process: the command goes on, and no link is read', () => {
      const processes = processesOf([{ preProcess: {} }]);
      writeFileSync(elsewhere(), 'doeflow 1 key-1\npre\t0\t0\n');
      const both = { attemptKey: 'key-1', analysis: 0, processes };
      const pre = `${gone}; ln -s elsewhere ${runMarkerName}; :`;
      run(wrapCommand({ ...both, kind: 'pre-process', command: pre }));
      run(wrapCommand({ ...both, kind: 'command', command: 'true' }));
      expect(marker(processes)).toMatchObject({
        exitCodes: [0, 0],
        replaced: ['pre-process: a link'],
      });
    });

    it('where it can not be taken away, it is told in the log and not opened', () => {
      const command = `${gone}; mkfifo ${runMarkerName}; exit 4`;
      const { status, stderr } = run(
        `BASH=${'${BASH:-sh}'}; command() { :; }\n${wrapCommand({ ...one, command })}`,
      );
      expect(status).toBe(4);
      expect(stderr).toContain(`a pipe stands in the place of ${runMarkerName}`);
    });
  });

  it.each([{}, { runWalltimeSeconds: 10 }])(
    'does not follow a link that the command puts in the place of its folder (%j)',
    (limit) => {
      const outside = mkdtempSync(join(tmpdir(), 'doeflow-outside-'));
      mkdirSync(join(outside, runMarkerName));
      writeFileSync(join(outside, runMarkerName, 'kept'), 'kept');
      // With a line that fails unseen, which the command's own shell notes.
      const command = `d=$PWD; cd ..; rm -rf "$d"; ln -s ${outside} "$d"; ls none; exit 3`;
      try {
        expect(run(wrapCommand({ ...one, ...limit, command })).status).toBe(3);
        expect(readFileSync(join(outside, runMarkerName, 'kept'), 'utf8')).toBe('kept');
        rmSync(join(outside, runMarkerName), { recursive: true });
        rmSync(folder);
        mkdirSync(folder);
        expect(run(wrapCommand({ ...one, ...limit, command })).status).toBe(3);
        expect(readdirSync(outside)).toEqual([]);
      } finally {
        rmSync(outside, { recursive: true, force: true });
      }
    },
  );

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

  describe('with the run’s values in its environment', () => {
    const environment = {
      inputPrefix: 'DOEFLOW_VAR_',
      formattedPrefix: 'DOEFLOW_FORMATTED_',
      settings: { LABEL: `'a '"\${DOEFLOW_VAR_c}"` },
      required: ['DOEFLOW_VAR_c', 'DOEFLOW_FORMATTED_1'],
    };
    const command =
      'printf "[%s]" "$DOEFLOW_VAR_c" "$DOEFLOW_FORMATTED_1" "$LABEL" "\${BASH_VERSION:+bash}"';
    const hostile = String.raw`it's "x" $(id) * \n	tab`;

    it.each([{}, { runWalltimeSeconds: 10 }])('gives them as they are, to bash (%j)', (limit) => {
      writeFileSync(join(folder, inputsName), `no name\t1\n\nc\t${hostile}\n?1\t0.50\n`);
      const { stdout, status } = run(wrapCommand({ ...one, ...limit, command, environment }));
      expect([stdout, status]).toEqual([`[${hostile}][0.50][a ${hostile}][bash]`, 0]);
      expect(marker()?.inputs).toMatchObject({ c: hostile, '?1': '0.50' });
    });

    it.each([{}, { runWalltimeSeconds: 10 }])('fails where they aren’t there (%j)', (limit) => {
      writeFileSync(join(folder, inputsName), 'c\t1\n');
      const { stdout, stderr } = run(wrapCommand({ ...one, ...limit, command, environment }));
      expect(stdout).toBe('');
      expect(stderr).toContain('doeflow-inputs.txt has no such value');
      expect(marker()?.exitCodes).not.toEqual([0]);
    });
  });

  it('leaves one exit line per analysis, and is no marker before the last', () => {
    const processes = processesOf([{}, {}]);
    run(wrapCommand({ ...one, command: 'exit 0', processes }));
    expect(marker(processes)).toBeUndefined();
    run(wrapCommand({ ...one, command: 'exit 9', analysis: 1, processes }));
    expect(marker(processes)?.exitCodes).toEqual([0, 9]);
  });

  describe('with a pre- and a post-process', () => {
    const processes = processesOf([{ preProcess: {}, postProcess: {} }]);
    const wrap = (kind: 'pre-process' | 'command' | 'post-process', command: string) =>
      wrapCommand({ ...one, kind, command, processes });

    it('tells how each ended, and is no marker before the last', () => {
      writeFileSync(join(folder, inputsName), 'w\t1\n');
      expect(run(wrap('pre-process', 'exit 0')).status).toBe(0);
      expect(marker(processes)).toBeUndefined();
      expect(run(wrap('command', 'true')).status).toBe(0);
      expect(marker(processes)).toBeUndefined();
      expect(run(wrap('post-process', 'echo out; exit 7'))).toMatchObject({
        status: 7,
        stdout: 'out\n',
        stderr: '\ndoeflow: this process failed: post-process of analysis 1, exit code 7\n',
      });
      expect(marker(processes)).toMatchObject({ exitCodes: [0, 0, 7], inputs: { w: '1' } });
    });

    it('tells in which of them a line failed unseen, once', () => {
      run(wrap('pre-process', 'ls none; true'));
      run(wrap('command', 'ls none; ls nothing; true'));
      run(wrap('post-process', 'true; rm -f *; ls no; true'));
      expect(marker(processes)?.unseen).toEqual([
        ...['pre-process 2 ls none', 'command 2 ls none', 'post-process 2 ls no'],
      ]);
    });

    it('ends each of them in time', () => {
      for (const kind of ['pre-process', 'post-process'] as const) {
        const text = wrapCommand({
          ...one,
          kind,
          processes: [{ kind, analysis: 0 }],
          command: 'sleep 20',
          runWalltimeSeconds: 1,
        });
        expect(run(text).status).toBe(124);
        expect(marker([{ kind, analysis: 0 }])).toMatchObject({ exitCodes: [124], timedOut: true });
      }
    });

    it('tells of a failed pre-process though nothing runs after it', () => {
      run(wrap('pre-process', 'cd /; exit 3'));
      expect(marker(processes)?.exitCodes).toEqual([3]);
    });

    it('tells of a failed pre-process with a post-process that runs all the same', () => {
      run(wrap('pre-process', 'exit 3'));
      run(wrap('post-process', 'true'));
      expect(marker(processes)?.exitCodes).toEqual([3, 0]);
    });

    it('keeps its lines and the inputs from processes that clean up', () => {
      writeFileSync(join(folder, inputsName), 'w\t1\n');
      for (const kind of ['pre-process', 'command', 'post-process'] as const) {
        writeFileSync(join(folder, inputsName), 'w\t1\n');
        run(wrap(kind, 'rm -f *.txt'));
      }
      expect(marker(processes)).toMatchObject({ exitCodes: [0, 0, 0], inputs: { w: '1' } });
    });

    it('is no marker when the post-process is killed', () => {
      run(wrap('pre-process', 'true'));
      run(wrap('command', 'true'));
      run(wrap('post-process', killWrapper));
      expect(marker(processes)).toBeUndefined();
    });

    it('starts without the marker of an earlier try, at the pre-process', () => {
      run(wrap('pre-process', 'exit 3'));
      run(wrap('pre-process', killWrapper));
      run(wrap('command', 'true'));
      run(wrap('post-process', 'true'));
      expect(marker(processes)).toBeUndefined();
    });
  });

  it('starts without the marker of an earlier try', () => {
    run(wrapCommand({ ...one, command: 'true' }));
    run(wrapCommand({ ...one, command: `test -s ${runMarkerName} && exit 8; ${killWrapper}` }));
    expect(marker()).toBeUndefined();
  });

  it.each([{}, { runWalltimeSeconds: 10 }])(
    'outlives a command that kills its own shell (%j)',
    (limit) => {
      for (const command of ['echo 1; kill -9 $$', '(sleep 0.2; kill -9 $$) & sleep 3; exit 7']) {
        expect(run(wrapCommand({ ...one, command, ...limit })).status).toBe(137);
        expect(marker()).toMatchObject({ exitCodes: [137], timedOut: false });
      }
    },
  );

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
    expect(marker()).toMatchObject({
      exitCodes: [code],
      timedOut: false,
      inputs: {},
      toldToEnd: false,
    });
  });

  it('takes a command killed from outside in time for an exit code, not for a timeout', () => {
    run(wrapCommand({ ...one, command: 'sh -c "kill -9 \\$\\$"', runWalltimeSeconds: 10 }));
    expect(marker()).toMatchObject({
      exitCodes: [137],
      timedOut: false,
      inputs: {},
      toldToEnd: false,
    });
  });

  it.each([
    ['is a program that saves and ends well', trapping, [0]],
    ['is a program that goes on to its end', patient, [0]],
    ['ends by its own trap', 'trap "exit 9" TERM; : > ready; sleep 5', [9]],
    ['is followed by a program', `${patient}; cat ready`, [143]],
    ['goes on after a program', ': > ready; sleep 5 || true; echo 1 > o.txt', [143]],
    ['waits for programs', 'sleep 5 & : > ready; wait; echo 1 > o.txt', [143]],
  ])('tells of a command that was told to end and %s', async (_, command, exitCodes) => {
    const script = wrapCommand({ ...one, command });
    const child = spawn(shell, ['-c', script], { cwd: folder, detached: true, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await expect.poll(() => existsSync(join(folder, 'ready')), { timeout: 5_000 }).toBe(true);
    await delay(100);
    process.kill(-(child.pid ?? NaN), 'SIGTERM');
    await ended;
    expect(marker()).toMatchObject({ exitCodes, toldToEnd: true, timedOut: false });
    expect(existsSync(join(folder, 'o.txt'))).toBe(exitCodes[0] === 0);
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
});

describe('wrapCommand', () => {
  it('refuses an attempt key that a shell could misread', () => {
    expect(() => wrapCommand({ ...one, attemptKey: "a'; rm", command: 'true' })).toThrow(
      RangeError,
    );
  });
});
