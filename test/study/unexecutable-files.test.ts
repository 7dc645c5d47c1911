import { describe, expect, it } from 'vitest';
import type { Study } from '../../src/study/study.ts';
import { unexecutableFiles } from '../../src/study/unexecutable-files.ts';

const found = (command: string): number => {
  const inputFiles = [{ file: 'scripts/s.sh', decompress: true }];
  const analyses = [{ command, inputFiles, templates: [{ template: 't.in', as: 'go' }] }];
  return unexecutableFiles({ job: { analyses } } as unknown as Study).length;
};

describe('files that arrive without their executable bit', () => {
  it.each(['./s.sh', './s.sh 1 > log', 'cd . && ./s.sh', 'A=1 ./s.sh', './go', 'exec ./go'])(
    'can not be started as %s',
    (command) => {
      expect(found(command)).toBe(1);
    },
  );

  it.each([
    ['run by the shell', 'sh ./s.sh'],
    ['made executable', 'chmod +x s.sh && ./s.sh'],
    ['another file', './built-here'],
    ['only read', 'cat ./s.sh'],
  ])('are no trouble where they are %s', (_, command) => {
    expect(found(command)).toBe(0);
  });
});
