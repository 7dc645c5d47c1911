import { describe, expect, it } from 'vitest';
import { tellingExcerpt } from '../../src/run/telling-lines.ts';

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
