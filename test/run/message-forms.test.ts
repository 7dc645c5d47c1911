import { describe, expect, it } from 'vitest';
import { isDispensable, isRepeatable } from '../../src/run/activity-kinds.ts';
import { describeValue, isTime } from '../../src/run/message-forms.ts';

describe('a time in a message', () => {
  it('is one that there is, in UTC and to the millisecond', () => {
    expect(isTime('2026-03-29T03:00:00.000Z')).toBe(true);
    expect(isTime('2028-02-29T23:59:59.999Z')).toBe(true);
  });

  it.each([
    ...[
      '',
      '2026-03-29',
      '2026-03-29T03:00:00Z',
      '2026-03-29T03:00:00.000',
      '2026-02-30T00:00:00.000Z',
    ],
    ...['2026-13-01T00:00:00.000Z', '2026-03-29T24:00:00.000Z', '2026-03-29T03:00:00.000+00:00'],
    ...[' 2026-03-29T03:00:00.000Z', '2026-03-29T03:00:00.000Z ', '+002026-03-29T03:00:00.000Z'],
  ])('is not %j', (text) => {
    expect(isTime(text)).toBe(false);
  });
});

describe('a value that was not expected', () => {
  it.each([
    [null, 'null'],
    [undefined, 'nothing'],
    [[1, 2], 'a list of 2'],
    [[], 'a list of 0'],
    ['a "b"', 'the text "a \\"b\\""'],
    [1.5, '1.5'],
    [Number.NaN, 'NaN'],
    [false, 'false'],
    [{ secret: 1 }, 'an object'],
    [() => 1, 'a function'],
    [1n, 'a bigint'],
    [Symbol('x'), 'a symbol'],
  ])('%# is told by its kind', (value, words) => {
    expect(describeValue(value)).toBe(words);
  });

  it('is told by its beginning where it is a long text', () => {
    const text = 'x'.repeat(60);
    expect(describeValue(text)).toBe(`the text "${text}"`);
    expect(describeValue(`${text}yz`)).toBe(`the text "${text}" and 2 characters more`);
  });
});

describe('an activity', () => {
  it('is repeated without a look unless it pays, or makes what is paid for', () => {
    const paying = ['createJob', 'submitJob', 'createCluster', 'startCluster'];
    expect(paying.filter(isRepeatable)).toEqual([]);
    const others = ['stopJob', 'collectJob', 'readJobStatuses', 'uploadJobFile', 'checkJob'];
    expect(others.filter(isRepeatable)).toEqual(others);
  });

  it('is one that a study can do without only where no result depends on it', () => {
    const spared = [
      ...['watchJobs', 'collectEndedRuns', 'planRetry', 'readPrice'],
      ...['assignFindings', 'writeFindings', 'readFindings'],
    ];
    expect(spared.filter(isDispensable)).toEqual(spared);
    const needed = ['planStudy', 'createJob', 'submitJob', 'collectJob', 'analyseStudy'];
    expect(needed.filter(isDispensable)).toEqual([]);
  });
});
