import { expect, it } from 'vitest';
import { createStudyId } from '../../src/cli/studies/study-id.ts';
import { occurrenceStudyId } from '../../src/recurrence/index.ts';
import { studyNameOfId } from '../../src/store/index.ts';

it('a study’s id tells its name, whoever made it', () => {
  const now = new Date('2026-01-02T03:04:05Z');
  for (const name of ['beam', 'beam-load', 'beam-2', 'beam-20260101-000000', '7']) {
    const first = createStudyId(name, now, () => false);
    const second = createStudyId(name, now, (id) => id === first);
    const occurrence = occurrenceStudyId(name, 'nightly', '2026-01-02T03:04:05Z');
    expect([first, second, occurrence].map(studyNameOfId)).toEqual([name, name, name]);
  }
  expect(studyNameOfId('beam-1')).toBeUndefined();
  expect(studyNameOfId('20260101-000000')).toBeUndefined();
});
