import { describe, expect, it } from 'vitest';
import {
  failureReasonNames,
  isProven,
  judgeRun,
  type OutputEvidence,
  processesOf,
  type RunEvidence,
  type RunVerdict,
} from '../../src/run/index.ts';

const head = 'doeflow 1 key-1\n';
const inputs = 'in\tw\t1.25\nin\tgrade\tS235\n';
const good = `${head}${inputs}exit\t0\t0\n`;
const toldWell = `${head}${inputs}told\t0\nexit\t0\t0\n`;
const wrapped = processesOf([{ preProcess: {}, postProcess: {} }]);
const several = processesOf([{}, { preProcess: {} }]);
const goodOutputs: OutputEvidence = { withoutValue: [], values: { y: 1 } };
const isStarted = { hasStarted: true, values: {} };

/** A good run whose evidence is changed. */
function evidence(change: Partial<RunEvidence>, processes = processesOf([{}])): RunEvidence {
  return {
    expected: {
      attemptKey: 'key-1',
      processes,
      row: { names: ['w', 'grade'], values: [1.25, 'S235'] },
      runWalltimeSeconds: 60,
    },
    ending: { kind: 'ended' },
    marker: good,
    hasFiles: true,
    record: isStarted,
    ...change,
  };
}

const told = (verdict: RunVerdict): string =>
  verdict.status === 'Failed' ? `${verdict.reason}: ${verdict.message}` : verdict.status;

/** What is changed of a good run, and what the verdict is. */
const table: readonly (readonly [
  title: string,
  change: Partial<RunEvidence>,
  expected: string,
  processes?: ReturnType<typeof processesOf>,
])[] = [
  ['whose marker is good, before its outputs are read', {}, 'OutputsWanted'],
  ['with good outputs', { outputs: goodOutputs }, 'Done'],
  [
    'with good outputs of a job that was stopped afterwards',
    { outputs: goodOutputs, ending: { kind: 'stopped' } },
    'Done',
  ],
  [
    'whose marker could not be had',
    { marker: undefined, unreadableMarker: 'cut short' },
    'output-damaged: cut short',
  ],
  // No marker.
  [
    'without a marker',
    { marker: undefined },
    'cut: it left no marker: its process was ended from outside, or what it left could not be kept',
  ],
  [
    "with another attempt's marker",
    { marker: good.replace('key-1', 'key-0') },
    'cut: it left no marker: its process was ended from outside, or what it left could not be kept',
  ],
  [
    'with a cut marker',
    { marker: good.slice(0, -1) },
    'cut: it left no marker: its process was ended from outside, or what it left could not be kept',
  ],
  [
    'without a marker, of a job that ended oddly',
    { marker: undefined, ending: { kind: 'ended', note: 'the platform says: Walltime' } },
    'cut: the platform says: Walltime',
  ],
  [
    'that the platform has not started',
    { marker: undefined, record: { ...isStarted, hasStarted: false } },
    'not-started: the platform never started it',
  ],
  [
    'that the platform does not know',
    { marker: undefined, record: undefined },
    'not-started: the platform never started it',
  ],
  [
    'without files where runs are not served',
    { marker: undefined, record: 'not served', hasFiles: false },
    'not-started: the platform never started it',
  ],
  [
    'with files where runs are not served',
    { marker: undefined, record: 'not served' },
    'cut: it left no marker: its process was ended from outside, or what it left could not be kept',
  ],
  [
    'of a job that was stopped',
    { marker: undefined, ending: { kind: 'stopped' } },
    'stopped: stopped while it ran; what it left is kept in its folder below runs/',
  ],
  [
    'of a job that was stopped when it had ended by itself and left nothing',
    {
      ...{ marker: undefined, hasFiles: false, record: { ...isStarted, endedMs: 1 } },
      ending: { kind: 'stopped', byStudy: true, stoppedAtMs: 2 },
      told: 'Run 3 uncollected: its folder is gone',
    },
    'cut: the platform says: Run 3 uncollected: its folder is gone',
  ],
  [
    'of a job that was stopped and ended it, so that it left nothing',
    {
      ...{ marker: undefined, hasFiles: false, record: { ...isStarted, endedMs: 2 } },
      ending: { kind: 'stopped', byStudy: true, stoppedAtMs: 2 },
      told: 'Run 3 stopped: its folder is gone',
    },
    'stopped: stopped while it ran; what it left is kept in its folder below runs/',
  ],
  [
    'of a job that tells late of its stop, and nothing of the run',
    {
      ...{ marker: undefined, hasFiles: false, record: { ...isStarted, endedMs: 1 } },
      ending: { kind: 'stopped', stoppedAtMs: 2 },
    },
    'stopped: stopped while it ran; what it left is kept in its folder below runs/',
  ],
  [
    'of a job that ended by itself, of which the platform tells',
    { marker: undefined, hasFiles: false, told: 'Run 3 uncollected: its folder is gone' },
    'cut: the platform says: Run 3 uncollected: its folder is gone',
  ],
  [
    'of a job that was stopped, which SIGTERM ended before its wrapper heard of it',
    { marker: `${head}${inputs}exit\t0\t143\n`, ending: { kind: 'stopped' } },
    'stopped: stopped while it ran; what it left is kept in its folder below runs/',
  ],
  [
    'of a job that was cut, which SIGTERM ended',
    {
      marker: `${head}${inputs}exit\t0\t143\n`,
      ending: { kind: 'ended', note: 'the platform says: Walltime' },
    },
    'cut: the platform says: Walltime',
  ],
  [
    'of a job that ended by itself, which SIGTERM ended',
    { marker: `${head}${inputs}exit\t0\t143\n` },
    'exit-code: the command ended with exit code 143',
  ],
  [
    'of a job that was stopped, which had failed by itself',
    { marker: `${head}${inputs}exit\t0\t1\n`, ending: { kind: 'stopped' } },
    'exit-code: the command ended with exit code 1',
  ],
  [
    'of a job that was stopped, which ended well when it was told to end',
    { marker: toldWell, ending: { kind: 'stopped' }, outputs: goodOutputs },
    'Done',
  ],
  [
    'of a job that was stopped, which ended well when it was told to end, without an output',
    {
      marker: toldWell,
      ending: { kind: 'stopped' },
      outputs: { ...goodOutputs, unread: { reason: 'output-missing', message: 'no o.txt' } },
    },
    'output-missing: no o.txt',
  ],
  [
    'of a job that was stopped, which ended badly when it was told to end',
    { marker: `${head}${inputs}told\t0\nexit\t0\t1\n`, ending: { kind: 'stopped' } },
    'stopped: stopped while it ran; what it left is kept in its folder below runs/',
  ],
  [
    'that ended badly when the platform told it to end',
    {
      marker: `${head}${inputs}told\t0\nexit\t0\t143\n`,
      ending: { kind: 'ended', note: 'the platform says: Walltime' },
    },
    'cut: the platform says: Walltime',
  ],
  [
    'of a job that was stopped before it',
    { marker: undefined, ending: { kind: 'stopped' }, record: undefined, hasFiles: false },
    'stopped: stopped before it started',
  ],
  [
    'of a job that its study stopped before it began',
    {
      ...{ marker: undefined, hasFiles: false, record: { ...isStarted, hasStarted: false } },
      ending: { kind: 'stopped', byStudy: true },
    },
    'Withdrawn',
  ],
  [
    'of a job that its study stopped while it ran, before its record said so',
    {
      ...{ marker: undefined, record: { ...isStarted, hasStarted: false } },
      ending: { kind: 'stopped', byStudy: true },
    },
    'stopped: stopped while it ran; what it left is kept in its folder below runs/',
  ],
  [
    'without files of a job that its study stopped, where runs are not served',
    {
      ...{ marker: undefined, hasFiles: false, record: 'not served' },
      ending: { kind: 'stopped', byStudy: true },
    },
    'stopped: stopped; the platform does not tell whether it had begun',
  ],
  [
    'of a job that its study stopped before it executed, where runs are not served',
    {
      ...{ marker: undefined, hasFiles: false, record: 'not served' },
      ending: { kind: 'stopped', byStudy: true, neverExecuted: true },
    },
    'Withdrawn',
  ],
  [
    'of a job whose workflow was cancelled before it began',
    {
      ...{ marker: undefined, hasFiles: false, record: undefined },
      ending: { kind: 'stopped', note: 'the workflow was cancelled' },
    },
    'stopped: stopped before it started: the workflow was cancelled',
  ],
  [
    'of a job that was deleted',
    { marker: undefined, ending: { kind: 'deleted' }, hasFiles: false, record: 'not served' },
    'stopped: its job was deleted on the platform',
  ],
  // The processes.
  [
    'whose command failed',
    { marker: `${head}${inputs}exit\t0\t9\n` },
    'exit-code: the command ended with exit code 9',
  ],
  [
    'whose command failed in a job that was stopped',
    { marker: `${head}${inputs}exit\t0\t9\n`, ending: { kind: 'stopped' } },
    'exit-code: the command ended with exit code 9',
  ],
  [
    'whose command took too long',
    { marker: `${head}${inputs}timeout\t0\nexit\t0\t124\n` },
    'timeout: ended by runWalltime after 60 s',
  ],
  [
    'whose pre-process failed',
    { marker: `${head}pre\t0\t3\n` },
    'process: the pre-process ended with exit code 3',
    wrapped,
  ],
  [
    'whose pre-process failed and whose post-process ran',
    { marker: `${head}pre\t0\t3\npost\t0\t4\n` },
    'process: the pre-process ended with exit code 3',
    wrapped,
  ],
  [
    'whose post-process failed',
    { marker: `${head}pre\t0\t0\n${inputs}exit\t0\t0\npost\t0\t7\n`, outputs: goodOutputs },
    'process: the post-process ended with exit code 7',
    wrapped,
  ],
  [
    'whose command failed before its post-process did',
    { marker: `${head}pre\t0\t0\n${inputs}exit\t0\t2\npost\t0\t7\n` },
    'exit-code: the command ended with exit code 2',
    wrapped,
  ],
  [
    'whose post-process was cut',
    { marker: `${head}pre\t0\t0\n${inputs}exit\t0\t0\n` },
    'cut: it left no marker: its process was ended from outside, or what it left could not be kept',
    wrapped,
  ],
  [
    'whose first pre-process failed before a second analysis ran',
    { marker: `${head}pre\t0\t9\nexit\t1\t0\n` },
    'process: the pre-process of analysis 1 ended with exit code 9',
    processesOf([{ preProcess: {} }, {}]),
  ],
  [
    'whose pre-process removed the inputs, so that its command failed',
    { marker: `${head}pre\t0\t0\nexit\t0\t2\n` },
    'exit-code: the command ended with exit code 2',
    processesOf([{ preProcess: {} }]),
  ],
  [
    'whose post-process ran too long',
    { marker: `${head}pre\t0\t0\n${inputs}exit\t0\t0\ntimeout\t0\tpost\npost\t0\t124\n` },
    'timeout: the post-process was ended by runWalltime after 60 s',
    wrapped,
  ],
  [
    'whose second analysis failed',
    { marker: `${head}${inputs}exit\t0\t0\npre\t1\t5\n` },
    'process: the pre-process of analysis 2 ended with exit code 5',
    several,
  ],
  // The inputs.
  [
    'with another input in its marker',
    { marker: good.replace('1.25', '1.5'), outputs: goodOutputs },
    "inputs-differ: the run's marker says w = 1.5, but its row 1.25",
  ],
  [
    'that failed with another input',
    { marker: `${head}${inputs.replace('S235', 'S355')}exit\t0\t9\n` },
    "inputs-differ: the run's marker says grade = S355, but its row S235",
  ],
  [
    'whose marker lacks an input',
    { marker: good.replace('in\tw\t1.25\n', ''), outputs: goodOutputs },
    "inputs-differ: the run's marker has no input w, so nothing proves that it was 1.25",
  ],
  [
    'with another input in its record',
    { record: { ...isStarted, values: { w: '1.26' } } },
    "inputs-differ: the platform's record says w = 1.26, but its row 1.25",
  ],
  [
    'whose record lacks inputs',
    { record: { ...isStarted, values: { grade: 'S235', other: '5' } } },
    'OutputsWanted',
  ],
  ['whose record is missing', { record: undefined }, 'OutputsWanted'],
  [
    'whose input has a decimal comma',
    { marker: good.replace('1.25', '1,25') },
    "inputs-differ: the run's marker says w = 1,25, but its row 1.25",
  ],
  [
    'whose input has a comma among its decimals',
    { marker: good.replace('1.25', '1.250,0') },
    "inputs-differ: the run's marker says w = 1.250,0, but its row 1.25",
  ],
  // The outputs.
  [
    'whose output arrives damaged',
    { outputs: { ...goodOutputs, damaged: 'out.txt: other MD5' } },
    'output-damaged: out.txt: other MD5',
  ],
  [
    'without a required output',
    { outputs: { ...goodOutputs, unread: { reason: 'output-missing', message: 'y: no file' } } },
    'output-missing: y: no file',
  ],
  [
    'with an unreadable output',
    { outputs: { ...goodOutputs, unread: { reason: 'output-invalid', message: 'y: "1e"' } } },
    'output-invalid: y: "1e"',
  ],
  [
    'with an objective that has no value',
    { outputs: { ...goodOutputs, withoutValue: ['a', 'b'] } },
    'expression: no finite value for a, b',
  ],
];

describe('judgeRun', () => {
  const cases = table.map(([title, ...made]) => [title, made] as const);

  it.each(cases)('judges a run %s', (_title, [change, expected, processes]) => {
    expect(told(judgeRun(evidence(change, processes)))).toBe(expected);
  });

  it('is shown with every reason that a run of an accepted job can have', () => {
    const shown = new Set(table.map(([, , expected]) => expected.split(':')[0]));
    const missing = failureReasonNames.filter((reason) => !shown.has(reason));
    expect(missing).toEqual(['job-failed']);
  });

  it('gives the exit code of the process that failed', () => {
    const marker = `${head}pre\t0\t3\n`;
    expect(judgeRun(evidence({ marker }, wrapped))).toMatchObject({ exitCode: 3, values: {} });
  });

  it('keeps the values that were read of a run that failed by another', () => {
    const outputs = { ...goodOutputs, withoutValue: ['a'] };
    expect(judgeRun(evidence({ outputs }))).toMatchObject({ values: { y: 1 } });
    expect(judgeRun(evidence({ outputs: goodOutputs }))).toMatchObject({ values: { y: 1 } });
  });
});

it('a done run says which optional outputs could not be read', () => {
  const unreadable = { size: 'Expected a finite number, got "big"', count: 'Expected …' };
  expect(judgeRun(evidence({ outputs: { ...goodOutputs, unreadable } }))).toEqual({
    status: 'Done',
    message:
      'size is left empty, as it is not required: Expected a finite number, got "big"; count is left empty, as it is not required: Expected …',
    values: { y: 1 },
  });
});

it('a run says what it had put in the place of its marker, done or failed', () => {
  const there = 'its command had put a pipe in the place of doeflow-run.txt';
  const after = (lines: string) =>
    judgeRun(
      evidence({
        marker: `${head}${inputs}replaced\t0\texit\ta pipe\n${lines}`,
        outputs: goodOutputs,
      }),
    );
  expect(after('exit\t0\t0\n')).toMatchObject({ status: 'Done', message: there });
  expect(after('exit\t0\t3\n')).toMatchObject({
    ...{ status: 'Failed', reason: 'exit-code' },
    message: `the command ended with exit code 3; ${there}`,
  });
  expect(after('timeout\t0\nexit\t0\t124\n')).toMatchObject({
    ...{ status: 'Failed', reason: 'timeout' },
    message: `ended by runWalltime after 60 s; ${there}`,
  });
});

it('a run that SIGTERM ended is not judged while its job executes, as that may be on its way to be stopped', () => {
  expect(isProven(evidence({}))).toBe(true);
  expect(isProven(evidence({ marker: `${head}${inputs}exit\t0\t1\n` }))).toBe(true);
  expect(isProven(evidence({ marker: `${head}${inputs}exit\t0\t143\n` }))).toBe(false);
  const behindPre = `${head}pre\t0\t0\n${inputs}exit\t0\t143\n`;
  expect(isProven(evidence({ marker: behindPre }, wrapped))).toBe(false);
  expect(isProven(evidence({ marker: undefined }))).toBe(false);
});

describe('a run of several processes', () => {
  const stopped = { kind: 'stopped' } as const;
  const whileItRan =
    'stopped: stopped while it ran; what it left is kept in its folder below runs/';

  it.each([
    ['was told to end', `${head}pre\t0\t0\n${inputs}told\t0\nexit\t0\t1\n`],
    ['was ended by SIGTERM', `${head}pre\t0\t0\n${inputs}exit\t0\t143\n`],
    ['left a part of its marker', `${head}pre\t0\t0\n${inputs}exit`],
  ])('is stopped where its job was stopped and its command %s', (_, marker) => {
    expect(told(judgeRun(evidence({ marker, ending: stopped }, wrapped)))).toBe(whileItRan);
  });

  it('has the inputs of its commands', () => {
    const marker = `${head}pre\t0\t0\n${inputs.replace('1.25', '2')}exit\t0\t0\npost\t0\t0\n`;
    expect(told(judgeRun(evidence({ marker }, wrapped)))).toBe(
      "inputs-differ: the run's marker says w = 2, but its row 1.25",
    );
  });
});

it('a run without inputs and failures is judged by its outputs', () => {
  const { expected } = evidence({});
  const change = {
    marker: `${head}exit\t0\t0\n`,
    expected: { ...expected, row: { names: [], values: [] } },
  };
  expect(judgeRun(evidence(change))).toEqual({ status: 'OutputsWanted' });
  expect(judgeRun(evidence({ ...change, outputs: goodOutputs }))).toStrictEqual({
    ...{ status: 'Done', values: { y: 1 } },
  });
});

it('digits may be grouped in what the platform shows, and not in what the run got', () => {
  const { expected } = evidence({});
  const judge = (marker: string, record: string) =>
    told(
      judgeRun(
        evidence({
          expected: { ...expected, row: { names: ['w'], values: [1250] } },
          marker: `${head}in\tw\t${marker}\nexit\t0\t0\n`,
          record: { hasStarted: true, values: { w: record } },
        }),
      ),
    );
  expect(judge('1250', '1,250')).toBe('OutputsWanted');
  expect(judge('1,250', '1250')).toMatch(/^inputs-differ: the run's marker says w = 1,250/u);
});
