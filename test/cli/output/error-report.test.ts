import { describe, expect, it } from 'vitest';
import { describeError } from '../../../src/cli/describe-error.ts';
import { createColors } from '../../../src/cli/output/colors.ts';
import { toErrorDocument, toErrorLines } from '../../../src/cli/output/error-report.ts';
import { StudyError, UsageError } from '../../../src/errors.ts';

const colors = createColors({ terminal: false, env: {} });

describe('errors for the reader', () => {
  it('are a sentence and the next command to try', async () => {
    const report = await describeError(
      new UsageError('USAGE_X', 'Expected a, got b', { hint: 'doeflow doctor' }),
    );
    expect(toErrorLines(report, { colors })).toEqual([
      'error: Expected a, got b',
      'hint: doeflow doctor',
    ]);
  });

  it('are code, message and hint for programs', async () => {
    const report = await describeError(new UsageError('USAGE_X', 'Expected a, got b'));
    expect(toErrorDocument(report)).toEqual({
      error: { code: 'USAGE_X', message: 'Expected a, got b', hint: null },
    });
  });

  it('of a study file carry every finding', async () => {
    const issues = [
      { file: 'no-such-file.yaml', line: 3, column: 5, message: 'Expected a, got b', hint: 'c' },
      { file: 'no-such-file.yaml', line: 4, column: 1, message: 'Expected d, got e' },
    ];
    const report = await describeError(new StudyError('STUDY_INVALID', issues));
    expect(toErrorDocument(report)).toMatchObject({ error: { code: 'STUDY_INVALID', issues } });
    const text = toErrorLines(report, { colors }).join('\n');
    expect(text).toContain('no-such-file.yaml:3:5: Expected a, got b');
    expect(text).toContain('no-such-file.yaml:4:1: Expected d, got e');
  });

  it('of our own making show their stack only to the verbose', async () => {
    const report = await describeError(new TypeError('x is not a function'));
    expect(toErrorLines(report, { colors }).join('\n')).not.toContain('error-report.test');
    expect(toErrorLines(report, { colors, verbose: true }).join('\n')).toContain(
      'error-report.test',
    );
  });
});
