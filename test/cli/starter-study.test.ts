import { describe, expect, it } from 'vitest';
import { starterFiles, toStudyName } from '../../src/cli/starter-study.ts';
import { parseStudy } from '../../src/study-file/index.ts';

describe('the starter study', () => {
  it('is a valid study that names only files it brings', () => {
    const files = starterFiles('my-study');
    const { study } = parseStudy(files['study.yaml'] ?? '', {
      file: 'study.yaml',
      readFile: (path) => files[path],
      fileExists: (path) => path in files,
    });
    expect(study.name).toBe('my-study');
    expect(study.design).toMatchObject({ method: 'latin-hypercube', runs: 24, seed: 7 });
  });

  it.each([
    ['My Study', 'my-study'],
    ['Größe_2', 'gr-e-2'],
    ['--', 'my-study'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('is named after its folder: %s', (folder, name) => {
    expect(toStudyName(folder)).toBe(name);
  });
});
