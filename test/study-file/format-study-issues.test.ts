import { describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { formatStudyIssues } from '../../src/study-file/format-study-issues.ts';

const text = 'name: a\nvariables:\n  - {name: w, typ: Design}\njob: x\n';
const issue = {
  file: 'study.yaml',
  line: 3,
  column: 14,
  message: 'Expected a known field, got `typ`',
  hint: 'did you mean `type`?',
};

describe('formatStudyIssues', () => {
  it('shows place, three lines, a caret and the hint', () => {
    expect(formatStudyIssues(new StudyError('STUDY_INVALID', [issue]), { text })).toBe(
      `study.yaml:3:14: Expected a known field, got \`typ\`
  2 | variables:
  3 |   - {name: w, typ: Design}
    |              ^
  4 | job: x
  hint: did you mean \`type\`?

1 problem found.`,
    );
  });

  it('shows places alone where the text is not at hand', () => {
    const error = new StudyError('STUDY_INVALID', [
      issue,
      { ...issue, hint: undefined, file: 'beam.in' },
    ]);
    const shown = formatStudyIssues(error, { text });
    expect(shown).toContain('beam.in:3:14: Expected a known field, got `typ`\n\n2 problems found.');
  });

  it('keeps the caret below its column in a very long line, and control characters away', () => {
    const long = `${'x'.repeat(5000)}\u001B[31m!`;
    const error = new StudyError('STUDY_INVALID', [{ ...issue, line: 1, column: 5001 }]);
    const [, line = '', caret = ''] = formatStudyIssues(error, { text: long }).split('\n');
    expect(line.length).toBeLessThan(130);
    expect(line[caret.indexOf('^')]).toBe('\u{FFFD}');
    expect(line).not.toContain('\u001B');
  });
});
