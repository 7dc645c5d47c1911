import { describe, expect, it } from 'vitest';
import { inputsTemplate, parseRunMarker, processesOf } from '../../src/run/index.ts';

const two = processesOf([{}, {}]);
const wrapped = processesOf([{ preProcess: {}, postProcess: {} }, { postProcess: {} }]);
const head = 'doeflow 1 key-1\n';

const codes = (text: string, processes = two) =>
  parseRunMarker(text, 'key-1', processes)?.processes.map(({ exitCode }) => exitCode);

describe('processesOf', () => {
  it('gives the processes of a run in their order', () => {
    const processes = processesOf([{ preProcess: {}, postProcess: {} }, { postProcess: {} }]);
    expect(processes.map(({ kind, analysis }) => `${kind} ${analysis}`)).toEqual([
      'pre-process 0',
      'command 0',
      'post-process 0',
      'command 1',
      'post-process 1',
    ]);
  });
});

describe('parseRunMarker', () => {
  it.each([
    ['commands alone', 'in\tw\t1\nexit\t0\t0\nexit\t1\t12\n', two],
    [
      'pre- and post-processes',
      'pre\t0\t0\nin\tw\t1\nexit\t0\t0\npost\t0\t0\nexit\t1\t0\npost\t1\t255\n',
      wrapped,
    ],
  ])('takes the whole text of %s and no part of it', (_, lines, processes) => {
    const whole = head + lines;
    expect(parseRunMarker(whole, 'key-1', processes)?.inputs).toEqual({ w: '1' });
    for (let length = 0; length < whole.length; length += 1) {
      expect(parseRunMarker(whole.slice(0, length), 'key-1', processes)).toBeUndefined();
    }
  });

  it.each([
    ['a failed pre-process alone', 'pre\t0\t3\n', [3]],
    ['a failed pre-process, then its post-process', 'pre\t0\t3\npost\t0\t0\n', [3, 0]],
    ['a failed command without its post-process', 'pre\t0\t0\nexit\t0\t9\n', [0, 9]],
    ['a failed command, then the next one', 'pre\t0\t0\nexit\t0\t9\nexit\t1\t0\n', [0, 9, 0]],
  ])('takes %s for proof of the failure', (_, lines, expected) => {
    expect(codes(head + lines, wrapped)).toEqual(expected);
  });

  it('tells which command runWalltime ended', () => {
    const text = `${head}exit\t0\t0\ntimeout\t1\nexit\t1\t124\n`;
    expect(parseRunMarker(text, 'key-1', two)?.processes.map((one) => one.timedOut)).toEqual([
      false,
      true,
    ]);
  });

  it.each([
    ['another attempt', 'doeflow 1 key-2\nexit\t0\t0\nexit\t1\t0\n', two],
    ['more processes than wanted', `${head}exit\t0\t0\nexit\t1\t0\n`, processesOf([{}])],
    ['fewer processes than wanted', `${head}exit\t0\t0\n`, two],
    ['a line it does not know', `${head}exit\t0\t0\nexit\t1\t0\nmore\n`, two],
    ['an exit line out of turn', `${head}exit\t1\t0\nexit\t0\t0\n`, two],
    ['an exit line told twice', `${head}exit\t0\t9\nexit\t0\t0\nexit\t1\t0\n`, two],
    ['an exit code that is none', `${head}exit\t0\t0\nexit\t1\tx\n`, two],
    ['inputs after a command', `${head}exit\t0\t0\nin\tw\t1\nexit\t1\t0\n`, two],
    ['a timeout without its exit line', `${head}exit\t0\t0\ntimeout\t1\n`, two],
    ['a timeout told twice', `${head}timeout\t0\ntimeout\t0\nexit\t0\t124\n`, two],
    ['a timeout of another command', `${head}timeout\t1\nexit\t0\t0\nexit\t1\t0\n`, two],
    ['a post-process that is not expected', `${head}exit\t0\t0\npost\t0\t0\nexit\t1\t0\n`, two],
    ['a command without its pre-process', `${head}exit\t0\t0\npost\t0\t0\n`, wrapped],
  ])('refuses %s', (_, text, processes) => {
    expect(parseRunMarker(text, 'key-1', processes)).toBeUndefined();
  });
});

describe('a marker with words beside its exit codes', () => {
  const parse = (lines: string, processes = two) =>
    parseRunMarker(`${head}${lines}`, 'key-1', processes);

  it('tells the commands that failed unseen, with their processes and whole texts', () => {
    const unseen = 'unseen\t0\texit\t3\tmesh a\tb\n';
    expect(parse(`${unseen}exit\t0\t0\nexit\t1\t0\n`)?.unseen).toEqual([
      { kind: 'command', analysis: 0, exitCode: 3, command: 'mesh a b' },
    ]);
    expect(parse('exit\t0\t0\nexit\t1\t0\n')?.unseen).toEqual([]);
    const ofPost = 'pre\t0\t0\nexit\t0\t0\nunseen\t1\tpost\t2\tls\npost\t0\t0\n';
    expect(parse(`${ofPost}exit\t1\t0\npost\t1\t0\n`, wrapped)?.unseen).toEqual([
      { kind: 'post-process', analysis: 1, exitCode: 2, command: 'ls' },
    ]);
    // Of a process that the run doesn't have.
    expect(parse(`unseen\t0\tpre\t2\tls\nexit\t0\t0\nexit\t1\t0\n`)?.unseen).toEqual([]);
  });

  it('tells that a process was told to end', () => {
    expect(parse('told\t0\nexit\t0\t0\nexit\t1\t0\n')?.toldToEnd).toBe(true);
    expect(parse('exit\t0\t0\nexit\t1\t0\n')?.toldToEnd).toBe(false);
  });

  it('keeps tabs in the value of an input', () => {
    const inputs = parse('in\tw\ta\tb\nin\tempty\t\nexit\t0\t0\nexit\t1\t0\n')?.inputs;
    expect(inputs).toEqual({ w: 'a\tb', empty: '' });
  });

  it.each([
    ['an exit code of four digits', 'exit\t0\t1000\nexit\t1\t0\n'],
    ['an exit code behind a sign', 'exit\t0\t-1\nexit\t1\t0\n'],
    ['an exit code with more behind it', 'exit\t0\t0 \nexit\t1\t0\n'],
    ['an input between a timeout and its exit code', 'timeout\t0\nin\tw\t1\nexit\t0\t124\n'],
    ['a timeout of another process than the next', 'exit\t0\t9\ntimeout\t1\nexit\t0\t0\n'],
    ['a failure behind which a timeout has no exit code', 'exit\t0\t9\ntimeout\t1\n'],
    ['a command that comes before an earlier one', 'exit\t1\t9\n'],
  ])('is none with %s', (_, lines) => {
    expect(parse(lines)).toBeUndefined();
  });
});

it('the template of a run’s inputs names each value, and each with a pattern by its number', () => {
  expect(inputsTemplate([])).toBe('');
  const formatted = [
    { name: 'w', format: '0.00' },
    { name: 'day', format: 'd "of" M' },
  ];
  expect(inputsTemplate(['w', 'day'], formatted)).toBe(
    'w\t${w}\nday\t${day}\n?1\t${w?string("0.00")}\n?2\t${day?string(\'d "of" M\')}\n',
  );
});

it('processes are told only of analyses that have them', () => {
  expect(processesOf([{ preProcess: undefined, postProcess: undefined }])).toEqual([
    { kind: 'command', analysis: 0 },
  ]);
});
