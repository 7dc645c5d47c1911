import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { exampleText, inMemory } from './example.ts';

const scraps = [
  '',
  ' ',
  '\n',
  '\t',
  ':',
  '-',
  '{',
  '}',
  '[',
  ']',
  ',',
  '"',
  "'",
  '#',
  '&a',
  '*a',
  '!',
  '|',
  '>',
  '%',
  '0',
  'null',
  '~',
  '-1',
  '1e400',
  '? ',
  '<<: ',
  '---',
  '\u0000',
  'ß',
  '💥',
];

it('a mutilated study file gives a study or findings inside the text, never another error', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(exampleText.length), fc.nat(30), fc.constantFrom(...scraps)), {
        minLength: 1,
        maxLength: 4,
      }),
      (cuts) => {
        let text = exampleText;
        for (const [at, length, scrap] of cuts) {
          text = text.slice(0, at) + scrap + text.slice(at + length);
        }
        const lines = text.split('\n');
        try {
          parseStudy(text, inMemory());
        } catch (error) {
          if (!(error instanceof StudyError)) throw error;
          for (const issue of error.issues) {
            if (issue.file !== 'study.yaml') continue;
            const line = lines[issue.line - 1];
            expect(line, `${issue.line}:${issue.column} ${issue.message}`).toBeDefined();
            expect(issue.column).toBeLessThanOrEqual((line?.length ?? 0) + 1);
            expect(issue.message).toMatch(/^\S.{8,}/u);
            expect(issue.message).not.toMatch(/\[object |\.ts:\d/u);
          }
        }
      },
    ),
    { seed: 20261121, numRuns: 400 },
  );
});
