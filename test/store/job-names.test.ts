import { expect, it } from 'vitest';
import { clusterName, jobName, jobTag, newAttemptKey, searchTag } from '../../src/store/index.ts';

it('a job is found by its study’s word and by its own, whoever made it', () => {
  const study = { studyId: 'beam-20260101', name: 'beam' };
  const tag = searchTag(study.studyId);
  expect(tag).toMatch(/^s[0-9a-f]{12}$/u);
  const words = new Set(
    [
      [study.studyId, 1, 1],
      [study.studyId, 1, 2],
      [study.studyId, 2, 1],
      ['other', 1, 1],
    ].map(([studyId, jobNumber, attempt]) =>
      jobTag(studyId as string, jobNumber as number, attempt as number),
    ),
  );
  expect(words.size).toBe(4);
  for (const word of words) expect(word).toMatch(/^j[0-9a-f]{12}$/u);
  expect(jobName(study, 2)).toBe(`beam job 2 ${tag} ${jobTag(study.studyId, 2, 1)}`);
  expect(jobName(study, 2, 3)).toBe(`beam job 2 ${tag} ${jobTag(study.studyId, 2, 3)}`);
  expect(clusterName(study.studyId, 'beams')).toBe(`beams ${tag}`);
});

it('keys of attempts are never the same, and have 128 bits', () => {
  const keys = new Set(Array.from({ length: 50 }, newAttemptKey));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/u);
});
