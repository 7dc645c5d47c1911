import { describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { inMemory } from './example.ts';

const base = `name: beam
variables:
  - {name: w, type: Design, values: [1, 2]}
  - {name: y, type: Output, from: {file: o.txt, key: y}}
design: {method: full-factorial}
job:
  analysis: {code: user_included, version: "0"}
  command: sh -c "echo y = \${w} > o.txt"
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}
`;

function told(text: string): readonly string[] {
  try {
    return parseStudy(text, inMemory()).warnings.map(
      ({ message, hint = '' }) => `${message}: ${hint}`,
    );
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    return error.issues.map(({ message, hint = '' }) => `${message}: ${hint}`);
  }
}

describe('a study file with a slip', () => {
  it.each([
    ['[1, 2]', '1..4', 'write a list: [1, 2, 3, 4]'],
    ['[1, 2]', '1..100', 'write a list: [1, 2, …, 100]'],
    ['[1, 2]', '1 2 3', 'write a list: [1, 2, 3]'],
    ['[1, 2]', '[1, "1e400"]', 'they go up to 1.8e308'],
    ['[1, 2]', '[1,5, 2,5]', 'where commas are decimal ones, [1.5, 2.5]'],
    ['[1, 2]', '[1,5, 2,3]', 'where the commas are decimal ones, write [1.5, 2.3]'],
    ['command: sh', 'command sh', 'write `command: …`'],
    ['name: beam', 'name beam', 'write `name: …`'],
    ['beam\n', 'be\0am\n', 'got a NUL character'],
    ['  hardware', '  envVars: [A=1, {B: 2}]\n  hardware', 'write {A: "1", B: "2"}'],
    ['  hardware', '  envVars: A=b c\n  hardware', 'write {A: "b c"}'],
    ['  hardware', '  envVars: [A, B]\n  hardware', 'write `name: value` for each entry'],
    ['key: y', 'regex: "(abc"', 'each bracket `(` needs its `)`'],
    ['key: y', 'regex: "[abc(x)"', 'stand behind a backslash'],
    ['  hardware', '  runWalltime: 5h\n  hardware', 'write a `walltime` of at least 5'],
  ])('%s as %j is told: %s', (right, slip, hint) => {
    const found = told(base.replace(right, () => slip));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(hint);
  });

  it.each(['- a\n- b\n', 'hello\n', '[]\n'])('that is no map is told what one is: %j', (text) => {
    expect(told(text)).toEqual([expect.stringContaining('a study is a map of fields: `name: …`')]);
  });

  it('advises nothing that a name can not be', () => {
    const found = told(base.replaceAll('name: w,', 'name: w-1,').replace('${w}', '1'));
    expect(found).toEqual([expect.stringContaining('such as `w_1`')]);
  });

  it.each(['[1, 5, 6, 7]', '[7, 5, 2, 1]', '[10, 50, 20, 70]', '[0, 1]', '[1, 5, 2]'])(
    'finds no decimal commas in %s',
    (values) => {
      expect(told(base.replace('[1, 2]', values))).toEqual([]);
    },
  );

  it('finds nothing in a limit of a run that its job has time for', () => {
    expect(told(base.replace('  hardware', '  runWalltime: 1h\n  hardware'))).toEqual([]);
  });
});
