/** A plain command leaves the same behind whether it runs in a copy of the shell that is there or in one of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { offerFreshShell } from '../../src/fresh-shell.ts';
import { inputsName, processesOf, runMarkerName, wrapCommand } from '../../src/run/index.ts';
import { isBuiltinCommand, isPlainCommand, isShortCommand } from '../../src/run/plain-command.ts';
import { titled, whyNoBash } from '../kit/skip-words.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-plain-'));
const folder = join(root, 'work');
const steps = join(root, 'steps.sh');
afterAll(() => rmSync(root, { recursive: true, force: true }));

function fillFolder(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, inputsName), 'c\ta  b *\n');
  writeFileSync(join(folder, 'n.txt'), '5 6\n');
  const script = (name: string, text: string) =>
    writeFileSync(join(folder, name), `${text}\n`, { mode: 0o755 });
  script('parent', `#!/bin/sh\ntr '\\0\\n' '  ' < /proc/$PPID/cmdline`);
  script('three', '#!/bin/sh\necho to-out; echo to-err >&2; exit 3');
  script('die', '#!/bin/sh\nkill -9 $$');
  script('end', '#!/bin/sh\nkill -TERM $PPID; sleep 0.05; exit 0');
  script(
    'state',
    '#!/bin/bash\ntrap; ulimit -a; umask; ls /proc/self/fd | wc -l; pwd; env -u SHLVL | sort',
  );
  // A shell executes it without starting another program.
  script('bare', 'set | grep -E "doeflow|^(n|a)="; trap; echo $- $0 $# $BASHOPTS; exit 6');
  writeFileSync(join(folder, 'unfit'), '');
}

/** What a slot's shell reads: an offer, then the run as the platform has it. */
interface Around {
  readonly offer?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Line that executes the steps in the run's folder. */
  readonly line?: string;
}

function wrap(command: string, required: readonly string[] = []): string {
  return wrapCommand({
    ...{ command, kind: 'command', analysis: 0, attemptKey: 'key-1', processes: processesOf([{}]) },
    environment: {
      ...{ inputPrefix: 'DOEFLOW_VAR_', formattedPrefix: 'DOEFLOW_FORMATTED_' },
      ...{ settings: {}, required },
    },
  });
}

const environment = { PATH: process.env['PATH'], HOME: '/', LANG: 'C.UTF-8' };

function run(
  text: string,
  { offer, shell = '/bin/bash', env, flags = [], ...around }: Around = {},
) {
  writeFileSync(steps, `${text}\n`);
  const { line = `cd ${folder}; unset OLDPWD; ( . ${steps} ) </dev/null; exit $?` } = around;
  return spawnSync(shell, flags, {
    ...{ cwd: root, encoding: 'utf8', timeout: 15_000 },
    input: `${offer ?? offerFreshShell}\ntrap : TERM INT HUP\n${line}\n`,
    env: { ...environment, ...env },
  });
}

const withoutOffer = { offer: ':' };

/** What a shell has, but for what changes by itself. */
const state = `set | grep -Ev '^(_|BASHPID|BASH_[A-Z]+|FUNCNAME|LINENO|PIPESTATUS|RANDOM|SECONDS|SRANDOM|EPOCH[A-Z]*|doeflow_(code|before))='; trap; echo $-; ls -l /proc/$$/fd | wc -l`;

/** As a slot's own shell executes it; ends with 99 where that is left in another state, with 98 where the run had to be left to a copy. */
const here: Around = {
  line: `n=inherited; cd ${folder}; . ${steps}; doeflow_before=$(${state}); { doeflow_code=; doeflow_here; } </dev/null; [ "$doeflow_before" = "$(${state})" ] || exit 99; exit \${doeflow_code:-98}`,
};

/** What a run left behind: its errors without the name of the shell that tells them, and without what shells tell of signals. */
function outcome(command: string, around: Around) {
  fillFolder();
  const { status, signal, stdout, stderr } = run(wrap(command), around);
  const files = readdirSync(folder, { withFileTypes: true }).map((entry) => [
    entry.name,
    entry.isFile() ? readFileSync(join(folder, entry.name), 'utf8') : '',
  ]);
  const errors = stderr
    .split('\n')
    .filter((line) => !/: line \d+: +\d+ (?:Killed|Terminated)\b/u.test(line))
    .map((line) => line.replace(/^(?:main|\/bin\/bash): line /u, ''));
  return { status, signal, stdout, errors, files: files.sort() };
}

function marker(): string {
  return readFileSync(join(folder, runMarkerName), 'utf8');
}

describe.skipIf(whyNoBash !== undefined)(titled('a plain command', whyNoBash), () => {
  const isCopy = ({ stdout }: { stdout: string }): boolean => {
    expect(stdout).toMatch(/bash/u);
    return !stdout.includes(' -c ');
  };

  it('runs in a copy of the shell that offers it, and in another where nothing offers it', () => {
    fillFolder();
    expect(isCopy(run(wrap('./parent; true')))).toBe(true);
    expect(isCopy(run(wrap('./parent; true'), withoutOffer))).toBe(false);
    expect(isCopy(run(wrap('./parent; true && test 1')))).toBe(false);
  });

  it.each<[string, Around]>([
    ['stops at errors', { flags: ['-e'] }],
    ['wants each variable set', { flags: ['-u'] }],
    ['is as POSIX wants it', { flags: ['--posix'] }],
    ['is called sh', { shell: '/bin/sh' }],
    ['was given options', { env: { SHELLOPTS: 'braceexpand' } }],
    ['was given further options', { env: { BASHOPTS: 'nullglob' } }],
    ['reads a file first', { env: { BASH_ENV: '/dev/null' } }],
    ['leaves names out', { env: { GLOBIGNORE: 'n.txt' } }],
    ['has a function', { env: { 'BASH_FUNC_no%%': '() { :; }' } }],
    ['only was told of an offer', { offer: ':', env: { doeflow_fresh_shell: '1' } }],
    ['stops at errors later', { offer: `${offerFreshShell}\nset -e` }],
  ])('runs in another where the one that is there %s', (_, around) => {
    fillFolder();
    expect(isCopy(run(wrap('./parent; true'), around))).toBe(false);
  });

  it('is not run without a value, and says so as ever', () => {
    fillFolder();
    const told = (around: Around, name: string) => {
      const { status, stderr } = run(wrap('echo 1', ['DOEFLOW_VAR_c', name]), around);
      return { status, stderr, marker: marker() };
    };
    expect(told({}, 'DOEFLOW_VAR_d')).toEqual(told(withoutOffer, 'DOEFLOW_VAR_d'));
    expect(told({}, 'DOEFLOW_VAR_c')).toMatchObject({ status: 0, stderr: '' });
    expect(isCopy(run(wrap('./parent; true', ['DOEFLOW_VAR_c'])))).toBe(true);
  });

  it('has its unseen failures heard of', () => {
    fillFolder();
    run(wrap('./three; ./parent; true'));
    expect(marker()).toContain('unseen\t0\texit\t3\t./three\n');
  });

  it.each([
    ...['./wait; true', './wait', './wait && echo 1', ': > ready; read n < pipe; echo 1'],
    ...[': > ready; echo 1 > pipe', ': > ready; read -r n < pipe || read n < pipe && echo 1'],
  ])('is told to end as ever: %s', async (command) => {
    const told = async (offer: string) => {
      fillFolder();
      const script = `#!/bin/sh\n: > ready; sleep 5`;
      writeFileSync(join(folder, 'wait'), `${script}\n`, { mode: 0o755 });
      spawnSync('mkfifo', [join(folder, 'pipe')]);
      writeFileSync(steps, `${wrap(command)}\n`);
      const child = spawn('/bin/bash', [], { cwd: folder, detached: true, env: environment });
      child.stdin.end(`${offer}\ntrap : TERM\n( . ${steps} ) </dev/null\n`);
      const ended = once(child, 'exit');
      await expect.poll(() => existsSync(join(folder, 'ready')), { timeout: 5_000 }).toBe(true);
      process.kill(-(child.pid ?? NaN), 'SIGTERM');
      await ended;
      return marker();
    };
    const text = await told(offerFreshShell);
    expect(text).toBe(await told(':'));
    expect(text).toContain('told\t0\nexit\t0\t143\n');
  });

  it('leaves the same behind in both, whatever it is made of', { timeout: 60_000 }, () => {
    const parts = [
      ...['true', 'false', ':', 'exit', 'exit 4', 'exit 0', './three', './die', './end; true'],
      ...['./none', './unfit', '../work', './bare', 'sh none.sh', './state', 'sh -c "exit 5"'],
      ...['read n < n.txt', 'read -r a b < n.txt', 'read n < none', 'read n', 'n=5'],
      ...['n="$DOEFLOW_VAR_c"', "n='a $b'", 'n=', 'echo $n ${a}', 'echo "n = $n"'],
      ...['echo "${DOEFLOW_VAR_c}"', 'echo $DOEFLOW_VAR_c', "echo 'it is' -n x=y", 'echo -e "a"'],
      ...['echo one > o.txt', 'echo two >> o.txt', './three > o.txt 2>&1', './three 2> e.txt'],
      ...['./three >&2', 'cat < n.txt', 'cat', "printf '%s-' a b", 'printf "%d\\n" x'],
      ...['printf "%s\\n" "$n" > o.txt', 'rm -f n.txt', 'cat o.txt', 'ls', 'mkdir o.txt'],
      ...[`rm ${runMarkerName}`, `mkdir ${runMarkerName}`, `touch ${runMarkerName}`],
      ...['echo x > none/o.txt', 'echo x > $u', "awk '{ print $2 }' n.txt"],
    ];
    expect(parts.filter((part) => !isPlainCommand(part))).toEqual([]);
    // As the last of several it sees the wrapper's shell for its parent instead of the command's, in another shell alone.
    for (const part of [...parts, './end']) {
      expect(outcome(part, {}), part).toEqual(outcome(part, withoutOffer));
    }
    let seed = 20261128;
    const draw = <T>(from: readonly T[]): T => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return from[Math.floor((seed / 2 ** 32) * from.length)] as T;
    };
    const builtins = parts.filter(isBuiltinCommand);
    const ownShell = {
      ...withoutOffer,
      line: `export n=inherited; cd ${folder}; ( . ${steps} ) </dev/null; exit $?`,
    };
    let ranHere = 0;
    for (let count = 0; count < 40; count += 1) {
      const some = count < 20 ? parts : builtins;
      let command = draw(some);
      do command += `${draw([';', ' ; ', '\n', ' && ', '||', ';  '])}${draw(some)}`;
      while (draw([true, true, false]));
      expect(isPlainCommand(command), command).toBe(true);
      expect(outcome(command, {}), command).toEqual(outcome(command, withoutOffer));
      if (!isShortCommand(command)) continue;
      ranHere += 1;
      expect(outcome(command, here), command).toEqual(outcome(command, ownShell));
    }
    expect(ranHere).toBeGreaterThan(5);
  });

  it("is left to a copy of its slot's shell where that can run it otherwise than as it should", () => {
    const command = 'read n < n.txt; echo $n > o.txt';
    expect(outcome(command, here)).toMatchObject({ status: 0 });
    fillFolder();
    expect(run(wrap(command, ['DOEFLOW_VAR_d']), here).status).toBe(98);
    writeFileSync(join(folder, runMarkerName), 'of an earlier try\n');
    expect(run(wrap(command), here).status).toBe(98);
    expect(existsSync(join(folder, 'o.txt'))).toBe(false);
    fillFolder();
    expect(run(wrap(command), { ...here, offer: `${offerFreshShell}\nset -e` }).status).toBe(98);
  });
});

describe('isPlainCommand', () => {
  it.each([
    ['read n < n.txt; echo "answer = $n" > answer.txt', './solver -i in.txt > log 2>&1'],
    ['python3 model.py --x=$DOEFLOW_VAR_x', 'echo a;', '\n echo a\n\necho b\n'],
  ])('knows %j', (...commands) => {
    for (const command of commands) expect(isPlainCommand(command), command).toBe(true);
  });

  it.each([
    ...['', 'a', 'solver', 'echo a &', 'echo a & echo b', 'cat a | cat', '(echo a)', '! echo a'],
    ...['{ echo a; }', 'echo a;; echo b', '; echo a', 'echo a &&', 'echo a && ; echo b'],
    ...['echo a >', 'echo a > > b', 'time echo a', 'if true; then echo b; fi', 'echo`b`'],
    ...['for i in 1; do echo a; done', 'f() { echo a; }', 'echo `b`', 'echo $(b)', 'echo $((1))'],
    ...['echo "$(b)"', 'echo a # b', 'echo \\b', 'echo "\\""', "echo $'a'", 'echo $"a"'],
    ...['$$', '$PPID', '$!', '$?', '$0', '$1', '$@', '$#', '$-', '$_', '"$$"', '${x:-y}'].map(
      (word) => `echo ${word}`,
    ),
    ...['echo $PATH', 'echo $BASHPID', 'echo ${!n}', 'echo ${#n}', 'echo ${n[0]}', 'echo $n[0]'],
    ...['PATH=x', 'PATH=x ./a', 'IFS=x', 'a[1]=x', 'x+=1', 'x=$(a)', 'x=(1)', 'x=1 ./a'],
    ...['read', 'read -d x n', 'read PATH', 'read n[0]', 'printf -v n x', 'printf "$n" -2'],
    ...["printf '%(%s)T' -2", 'printf "%(%s)T" -2', "printf ''%'('s')'T", 'printf %s a'],
    ...['exec', 'eval', '.', 'source', 'trap', 'set', 'shopt', 'kill', 'ulimit', 'wait', 'cd'].map(
      (word) => `${word} a`,
    ),
    ...['export x=1', 'test -v x', '[ -v x ]', '[[ x ]]', 'command a', 'builtin a', 'type a'],
    ...['hash', 'alias a=b', 'unset x', 'exit $n', 'exit x', 'exit 1 2', 'return', 'jobs', 'ps'],
    ...['cat << E\nE', 'cat <<< x', 'cat <(b)', 'echo a >| b', 'echo a &> b', 'echo a >& b'],
    ...['echo a 3> b', 'echo a 12> b', 'echo a 9<&-', 'echo a 2>&1x', 'echo a> b', 'echo a>b'],
    ...['cat < /dev/tcp/h/1', 'cat /proc/self/stat', '$n', '"echo"', 'ec\\ho', "'./a'"],
    ...['doeflow_code=1', 'echo $doeflow_code', 'read doeflow_code < a', 'echo ${doeflow_code}'],
    ...['echo ~', 'echo a=~', 'echo *', 'echo ?', 'echo {b,c}', 'echo [b]', "echo 'x\ny'"],
    ...['echo ä', 'echo a\u0000', 'echo a\r', '\u00a0echo a', "echo 'b", 'awkward a', 'exit5'],
  ])('leaves %j to a shell of its own', (command) => {
    expect(isPlainCommand(command)).toBe(false);
  });

  it('knows those of builtins alone, which need no copy of the shell', () => {
    const itself = ['read n < n.txt; echo "answer = $n" > answer.txt', 'n=1', 'printf "%s" x 2> a'];
    for (const command of itself) {
      expect(isBuiltinCommand(command), command).toBe(true);
      expect(wrap(command)).toContain('doeflow_in_place "$doeflow_command"');
    }
    const inCopy = ['./a', 'true; cat a', 'exit', 'echo a; exit 1', 'echo a >> b', 'echo a; ls'];
    for (const command of inCopy) {
      expect(isPlainCommand(command), command).toBe(true);
      expect(isBuiltinCommand(command), command).toBe(false);
      expect(wrap(command)).not.toContain('doeflow_in_place');
    }
    for (const command of ['', 'test 1', 'echo a &', 'echo $(b)']) {
      expect(isBuiltinCommand(command), command).toBe(false);
    }
  });

  it('leaves a long one to a shell of its own', () => {
    expect(isPlainCommand(`echo ${'a'.repeat(2000)}`)).toBe(false);
  });

  it('is soon done with any command', () => {
    const began = performance.now();
    for (const part of ['$alpha "a $b" ', ' \t', 'a', './', 'echo a;', 'a=b/', '\n', "'a'"]) {
      isPlainCommand(`echo ${part.repeat(1990 / part.length)}|`);
    }
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe('isShortCommand', () => {
  it.each([
    ...['read n < n.txt; echo "answer = $n" > answer.txt', 'echo a > /dev/null 2>&1', 'echo a;'],
    ...['read -r a b < o.txt && n=5', 'printf \'%s\' "$n" 2> e.txt >o.txt', ':'],
  ])('knows %j', (command) => expect(isShortCommand(command)).toBe(true));

  it.each([
    ...['./solver', 'exit 3', 'echo a >> o.txt', 'read n < a/n.txt', 'read n < ../n.txt'],
    ...['echo a > /tmp/pipe', 'echo a > $n', 'echo a > "o.txt"', "echo a > 'a b'", 'echo a > o$n'],
    ...['echo a > doeflow-run.txt', 'read n < doeflow-inputs.txt', 'read n < /dev/nullx'],
    ...['read n < /dev/null/x', "echo a > o.txt'/x'", 'echo a > o.txt/x', 'echo a > o.txt"$n"'],
  ])('leaves out %j', (command) => expect(isShortCommand(command)).toBe(false));
});
