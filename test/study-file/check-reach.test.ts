import { describe, expect, it } from 'vitest';
import { parseStudy } from '../../src/study-file/index.ts';
import { templateWithoutComments } from '../../src/study-file/template-comments.ts';
import { inMemory } from './example.ts';

function studyText(job: string): string {
  return `name: reach
variables:
  - {name: x, type: Design, values: [1, 2]}
  - {name: y, type: Design, values: [1, 2]}
  - {name: out, type: Output, from: {file: out.txt, key: out}}
job:
  analysis: {code: user_included, version: "0"}
  command: sh solve.sh ${'${x}'}
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1}
  ${job}
`;
}

const template = (as: string): string =>
  studyText(`inputFiles: [solve.sh]\n  templates: [{template: t.in, as: ${as}}]`);

function warningsOf(text: string, files: Readonly<Record<string, string>>) {
  const { warnings } = parseStudy(text, inMemory({ 'solve.sh': 'true', ...files }));
  return warnings.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

describe('a value that stands only in a comment of a template', () => {
  it.each([
    ['deck.txt', '# y = ${y}\nw = 1\n'],
    ['deck.py', '"""Solves for ${y}.\n\nMore."""\nw = 1\n'],
    ['deck.py', 'def f():\n    r"""${y}"""\n'],
    ['deck.geo', '// y = ${y};\n'],
    ['deck.geo', '/* y = ${y}\n */ w = 1;\n'],
    ['deck.inp', '** y = ${y}\n'],
    ['deck.cir', '* y = ${y}\n'],
    ['deck.bdf', '$ y = ${y}\n'],
    ['deck.m', '  % y = ${y}\n'],
    ['deck.f90', '! y = ${y}\n'],
    ['deck.f', 'C y = ${y}\n'],
    ['deck.xml', '<!-- y = ${y} -->\n<a/>\n'],
    ['deck.yaml', 'w: 1 # ${x}\n# y: ${y}\n'],
    ['deck.sh', 'w=1 # ${y}\n'],
    ['transportProperties', 'FoamFile {}\n// nu ${y};\n'],
  ])('is told, in %s: %j', (as, text) => {
    const [warning, ...more] = warningsOf(template(as), { 't.in': text });
    expect(more).toEqual([]);
    expect(warning).toMatch(/^t\.in:\d+: \$\{y\} stands only in comments/u);
  });

  it.each([
    ['deck.txt', '# y = ${y}\ny = ${y}\n'],
    ['deck.py', 'text = """\n${y}\n"""\n'],
    ['deck.py', 'print(\n"""${y}""")\n'],
    ['deck.py', 'x = "# ${y}"\n'],
    ['deck.h', '#define Y ${y}\n'],
    ['deck.txt', '#define Y ${y}\n'],
    ['deck.inp', '*ELASTIC\n${y}, 0.3\n'],
    ['deck.inp', '*STEP, INC=${y}\n'],
    ['deck.bdf', 'GRID,1,,${y}\n'],
    ['deck.txt', '$y = ${y}\n'],
    ['deck.csv', '# ${y}\n'],
    ['deck.txt', '--width=${y}\n'],
    ['deck.txt', 'url http://a/${y}\n'],
    ['deck.k', '*KEYWORD\n${y}\n'],
  ])('is read, in %s: %j', (as, text) => {
    expect(warningsOf(template(as), { 't.in': text })).toEqual([]);
  });

  it('keeps every line where it was', () => {
    expect(templateWithoutComments('a.py', '"""a\nb"""\nc # d\n')).toBe('    \n    \nc    \n');
  });
});

describe('a value in an input file that is copied as it is', () => {
  const copied = studyText('inputFiles: [solve.sh, deck.txt]');

  it('is named where the value reaches the run another way too', () => {
    expect(
      warningsOf(copied.replace('${x}', '${x} ${y}'), { 'deck.txt': 'a\nw = ${y}\n' }),
    ).toEqual([
      expect.stringContaining('deck.txt:2: deck.txt has ${y}, and is one of the `inputFiles`'),
    ]);
  });

  it.each(['y ${y}\n', 'y = ${y}\n', '"y": ${y}\n', '  real y = "${y}"\n', 'y:\n${y}\n'])(
    'is named where it stands behind its own name: %j',
    (text) => {
      const warnings = warningsOf(copied.replace('${x}', '${x} ${y}'), { 'deck.txt': text });
      expect(warnings).toEqual([expect.stringContaining('deck.txt has ${y}')]);
    },
  );

  it('is the hint where the value reaches no run', () => {
    const parse = () => warningsOf(copied, { 'deck.txt': 'a\nw = ${y?string("0.0")}\n' });
    expect(parse).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({
            hint: expect.stringContaining('`{template: deck.txt, as: deck.txt}`') as unknown,
          }),
        ],
      }) as Error,
    );
  });

  it.each([
    ['another file with its own value', 'y 3;\nw ${y};\n'],
    ['another file that sets it', 'real y = 3\nw ${y}\n'],
    ['a script without a suffix', '#!/bin/sh\necho ${y}\n'],
    ['a name of nobody', 'w = ${z}\n'],
  ])('is nothing to tell of: %s', (_, text) => {
    expect(warningsOf(copied.replace('${x}', '${x} ${y}'), { 'deck.txt': text })).toEqual([]);
  });

  it('may be filled in by the command', () => {
    const command = 'envsubst < deck.txt > d.txt && sh solve.sh ${x} ${y}';
    const text = copied.replace('sh solve.sh ${x}', () => command);
    expect(warningsOf(text, { 'deck.txt': 'w = ${y}\n' })).toEqual([]);
  });
});
