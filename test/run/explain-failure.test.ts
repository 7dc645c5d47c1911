import { describe, expect, it } from 'vitest';
import { explainFailure, isSilent, type FailedVerdict } from '../../src/run/index.ts';

const failed = (change: Partial<FailedVerdict>): FailedVerdict => ({
  ...{ status: 'Failed', reason: 'exit-code', message: 'the command ended with exit code 3' },
  ...{ exitCode: 3, values: {} },
  ...change,
});
const process = failed({
  reason: 'process',
  message: 'the pre-process ended with exit code 3',
});
const told = (verdict: FailedVerdict, log: string, files: readonly string[] = []): string =>
  explainFailure(verdict, { log, files }).message.replace(`${verdict.message}`, '…');

describe('the cause of a failed run', () => {
  it.each([
    [
      'a line that tells of an error',
      'step 1\n*** ERROR: negative volume in cell 7\nstep 2\nend\n',
      '*** ERROR: negative volume in cell 7',
    ],
    ['the last of them', 'error: first\nerror: second\n', 'error: second'],
    [
      'Python’s own words',
      'Traceback (most recent call last):\n  File "error.py", line 3, in f\n    f()\n    ^^^\nValueError: no root\n',
      'ValueError: no root',
    ],
    [
      'a line that tells of no work done',
      'Note: No ".plot", ".print", or ".fourier" lines; no simulations run\nfc = 6.48e+04\n',
      'Note: No ".plot", ".print", or ".fourier" lines; no simulations run',
    ],
    [
      'the cause rather than that there was one',
      'Error: unknown subckt: x1 a b opamp\nload 12 %\nSimulation interrupted due to error!\nrun simulation(s) aborted\n',
      'Error: unknown subckt: x1 a b opamp',
    ],
    [
      'what it announces',
      'Error on line 4 or its substitute:\n  c1 out 0 nosuch\n\nrun aborted\n',
      'Error on line 4 or its substitute: c1 out 0 nosuch',
    ],
    [
      'CalculiX’ words, up to the end of their sentence',
      ' *ERROR reading *CLOAD: node set NOSET    \n   has not yet been defined. \n *ERROR reading *CLOAD. Card image:\n        NOSET,2,-50\n\n *ERROR in calinput: at least one fatal\n        error message while reading the\n        input deck: CalculiX stops.\n',
      '*ERROR reading *CLOAD: node set NOSET has not yet been defined.',
    ],
    [
      'a doubtful line rather than that the program ends',
      'doAnalyses: iteration limit reached\n\nrun simulation(s) aborted\n',
      'doAnalyses: iteration limit reached',
    ],
    ['that it ends, where nothing else is told', 'step 7\nrun aborted\nbye\n', 'run aborted'],
    ['none that says that nothing failed', '0 failed, 3 passed\nmesh flat\n', 'mesh flat'],
    ['else its last line', 'a\nb\n\nc\r\nmesh inverted\n', 'mesh inverted'],
  ])('is quoted from its log: %s', (_, log, expected) => {
    for (const verdict of [failed({}), process]) {
      expect(told(verdict, log)).toBe(`…; the log says: ${expected}`);
    }
  });

  it('is looked for in other files where the log tells of no error', () => {
    const others = [
      { name: 'log.txt', text: 'step 1\nFATAL: negative jacobian\n' },
      { name: 'mesh.out', text: 'ERROR: other\n' },
    ];
    const cause = (log: string, verdict = failed({})) =>
      explainFailure(verdict, { log, files: [], others }).message;
    expect(cause('')).toMatch(/; log\.txt says: FATAL: negative jacobian$/u);
    expect(cause('reading\n')).toMatch(/; log\.txt says: FATAL/u);
    expect(cause('ERROR: here\n')).toMatch(/; the log says: ERROR: here$/u);
    const quiet = [{ name: 'log.txt', text: 'step 1\nstep 2\n' }];
    expect(explainFailure(failed({}), { log: '', files: [], others: quiet }).message).toMatch(
      /; log\.txt says: step 2$/u,
    );
    expect(cause('', failed({ reason: 'timeout', message: 'x' }))).not.toContain('says');
  });

  it('may be told elsewhere only where the log is silent about a failure that it can tell', () => {
    expect(isSilent(failed({}), 'reading\n')).toBe(true);
    expect(isSilent(failed({}), 'ERROR: x\n')).toBe(false);
    expect(isSilent(failed({ reason: 'timeout' }), '')).toBe(false);
  });

  it('is what the process printed that failed, not what came after it', () => {
    const line = 'doeflow: this process failed: pre-process of analysis 1, exit code 3';
    expect(told(process, `mesh inverted\n\n${line}\nno mesh\n`)).toBe(
      '…; the log says: mesh inverted',
    );
  });

  it('is told without what tables and terminals choke on', () => {
    const log = 'Error: bad\u0000thing \u001b[31mred\u001b[0m\u0007\n';
    expect(told(failed({}), log)).toBe('…; the log says: Error: badthing red');
    const { message } = explainFailure(failed({ reason: 'output-missing' }), {
      log: '',
      files: ['a\u001b[2Jb'],
    });
    expect(message).toMatch(/it left ab$/u);
  });

  it('takes at most 300 characters', () => {
    expect(told(failed({}), 'x'.repeat(5000))).toHaveLength('…; the log says: '.length + 300);
  });

  it.each([
    [127, '…: command not found on the machine that runs it; the log says: sh: solve: not found'],
    [
      126,
      '…: command not executable on the machine that runs it: files arrive without their executable bit, so a script `./s.sh` is written as `sh s.sh`; the log says: sh: solve: not found',
    ],
  ])('is what the shell means by %i', (exitCode, expected) => {
    expect(told(failed({ exitCode }), 'sh: solve: not found\n')).toBe(expected);
  });

  it('is told by the files that are there where one is missing', () => {
    const missing = failed({ reason: 'output-missing', message: 'y: the run left no file y.txt' });
    expect(told(missing, 'all good\n', ['b.log', 'doeflow-run.txt', 'a.txt'])).toBe(
      '…; it left a.txt, b.log',
    );
    expect(told(missing, 'fatal: no licence\n', [])).toBe(
      '…; it left no files; the log says: fatal: no licence',
    );
    const many = Array.from({ length: 12 }, (_, index) => `f${index + 10}`);
    expect(told(missing, '', many)).toBe(
      '…; it left f10, f11, f12, f13, f14, f15, f16, f17, and 4 more',
    );
  });

  it('is nothing of an empty log, nor where the log can’t know it', () => {
    expect(told(failed({}), ' \n')).toBe('…');
    expect(told(failed({ reason: 'timeout' }), 'error: x')).toBe('…');
    expect(told(failed({ reason: 'inputs-differ' }), 'error: x')).toBe('…');
  });
});

describe('a run that a signal ended', () => {
  const killed = (exitCode: number) =>
    failed({ message: `the command ended with exit code ${exitCode}`, exitCode });

  it.each([
    [137, 'killed by signal 9 (SIGKILL): often out of memory'],
    [139, 'killed by signal 11 (SIGSEGV): a memory fault of the program'],
    [134, 'killed by signal 6 (SIGABRT)'],
  ])('with code %i is told by its signal', (code, meaning) => {
    expect(told(killed(code), 'step 1\n')).toContain(`…: ${meaning}`);
  });

  it.each([
    `/bin/bash: line 4: 11606 Killed                  ( set $\{doeflow_errexit:-+e}; eval ': "$\{X?doeflow: no such value}"
case $(command -v sh) in */*) exec sh s.sh
;; *) echo error )
;; esac' ) 3>&-`,
    '/bin/bash: line 20: 7 Segmentation fault      (core dumped) ( set $doeflow_errexit; eval "$doeflow_command" )',
    'bash: 7 Aborted                 ( set $doeflow_errexit; eval "$doeflow_command" )',
    's.sh: line 1: 8 Killed                  ./solver',
    'Segmentation fault (core dumped)',
    'Killed',
  ])('has no words of a shell for its cause: %s', (notice) => {
    expect(told(killed(137), `reading mesh\n${notice}\n`)).toMatch(
      /; the log says: reading mesh$/u,
    );
    expect(told(killed(137), `${notice}\n`)).not.toContain('the log says');
    expect(told(killed(137), `error: no licence\n${notice}\n`)).toMatch(
      /says: error: no licence$/u,
    );
  });
});
