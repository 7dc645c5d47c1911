import { describe, expect, it } from 'vitest';
import { tellingExcerpt, tellingLine } from '../../src/run/telling-lines.ts';

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `step ${from + index}\n`).join('');

describe('the excerpt of a log', () => {
  it('is all of a short one, and the end of one without errors', () => {
    expect(tellingExcerpt(numbered(1, 4), 5)).toBe(numbered(1, 4));
    expect(tellingExcerpt(numbered(1, 40), 5)).toBe(numbered(36, 40));
    expect(tellingExcerpt('', 5)).toBe('\n');
  });

  it('is its end, where that tells of the error', () => {
    const log = `${numbered(1, 40)}ERROR: first\n${numbered(41, 44)}ERROR: second\nbye\n`;
    expect(tellingExcerpt(log, 4)).toBe('step 43\nstep 44\nERROR: second\nbye\n');
  });

  it('is the lines that tell of errors where the end says nothing, or only that there was one', () => {
    const log = `${numbered(1, 3)}ERROR: no mesh\n${numbered(4, 60)}run aborted\nMemory: 3 MB\n`;
    expect(tellingExcerpt(log, 6)).toBe(
      '…\nERROR: no mesh\nstep 4\nstep 5\n…\nstep 60\nrun aborted\nMemory: 3 MB\n',
    );
  });

  it('has the last errors of many, and never more lines than asked for', () => {
    const errors = Array.from({ length: 30 }, (_, index) => `ERROR ${index}\na\nb\n`).join('');
    const told = tellingExcerpt(`${errors}${numbered(1, 20)}`, 10)
      .trimEnd()
      .split('\n');
    expect(told.filter((line) => line !== '…')).toHaveLength(10);
    expect(told.filter((line) => line.startsWith('ERROR'))).toEqual(['ERROR 28', 'ERROR 29']);
    expect(tellingExcerpt(`${errors}${numbered(1, 20)}`, 1)).toBe('step 20\n');
  });
});

describe('the line that tells an error', () => {
  it.each([
    ['is joined by the next one that it announces', ['Error:', 'Bad mesh'], 'Error: Bad mesh'],
    [
      'is joined by the rest of its sentence',
      ['error in a.dat', '  at element 5'],
      'error in a.dat at element 5',
    ],
    ['ends where its sentence ends', ['error in a.dat.', '  at element 5'], 'error in a.dat.'],
    ['isn’t joined by a new sentence', ['error in a.dat', '  Element 5'], 'error in a.dat'],
    ['isn’t joined by what isn’t set back', ['error in a.dat', 'Step  two'], 'error in a.dat'],
    ['may be the last of all', ['Step 2', '   Error:'], 'Error:'],
  ])('%s', (_, lines, error) => {
    expect(tellingLine(lines).error).toBe(error);
  });

  it('is none of those that name a place, however far they are set back', () => {
    const lines = ['Traceback', '  File "/tmp/error.py", line 3', '  step 3 failed'];
    expect(tellingLine(lines)).toEqual({ error: undefined, doubtful: 'step 3 failed' });
  });

  it('isn’t one that only may tell of an error', () => {
    const doubtful = 'step 3 did not converge';
    expect(tellingLine(['step 2', doubtful])).toEqual({ error: undefined, doubtful });
  });
});

describe('an excerpt of ten lines', () => {
  const steps = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, index) => `step ${from + index}`);
  const excerpt = (lines: readonly string[]): string[] =>
    tellingExcerpt(`${lines.join('\n')}\n`, 10)
      .split('\n')
      .slice(0, -1);

  it('is its end where that tells of an error, whatever was told before', () => {
    const log = ['error one', 'error two', ...steps(2, 35), 'error three', ...steps(36, 40)];
    expect(excerpt(log)).toEqual(log.slice(30));
  });

  it('begins with its first line where that tells', () => {
    const log = ['error one', ...steps(1, 40)];
    expect(excerpt(log)).toEqual([...log.slice(0, 3), '…', ...log.slice(33)]);
  });

  it('leaves three tenths to the end, and counts no line twice', () => {
    const errors = Array.from({ length: 7 }, (_, index) => `error ${index}`);
    const log = ['step 0', 'step 1', ...errors, ...steps(9, 40)];
    expect(excerpt(log)).toEqual(['…', ...log.slice(4, 11), '…', ...log.slice(37)]);
  });

  it('takes the place that Python prints for no cause', () => {
    const log = ['  File "/tmp/error.py", line 3', ...steps(1, 40)];
    expect(excerpt(log)).toEqual(log.slice(30));
  });
});
