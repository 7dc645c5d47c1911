import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import { checkDraft } from '../../../src/cli/init/check-draft.ts';
import { draftStudy } from '../../../src/cli/init/draft-study.ts';

const cwd = mkdtempSync(join(tmpdir(), 'refused-drafts-'));
const folder = join(cwd, 'study');
mkdirSync(folder);

afterAll(() => {
  rmSync(cwd, { recursive: true });
});

/** Drafts a study of a file with this text, or of a command, and reads it. */
function made(
  source: string,
  text?: string,
  ranges = new Map<string, readonly [number, number]>(),
) {
  if (text !== undefined) writeFileSync(join(cwd, source), text);
  const draft = draftStudy(source, { cwd, folder, studyName: 'drafted', kind: undefined, ranges });
  return { draft, findings: checkDraft(draft, { cwd, folder, source }) };
}

function refusal(...given: Parameters<typeof made>): string {
  try {
    made(...given);
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} | ${error.hint ?? ''}`;
    throw error;
  }
  return 'it was drafted';
}

describe('what would be refused later is refused at once', () => {
  it.each([
    ['solve {w} {W}', /differ in more than case.*rename one/su],
    ["solve '{x}'", /single quotes.*end the quotes/su],
    ['solve $w', /\$w is left to the shell.*Write \$\{w\}/su],
    [
      'solve {E-mod} {1a} {größe} {x:0.5}',
      /\{E-mod\}, \{1a\}, \{größe\}, \{x:0.5\} can't be the name/u,
    ],
  ])('the command %s', (command, said) => {
    expect(refusal(command)).toMatch(said);
  });

  it.each([
    ['a;b\n1;2\n', /points.csv:1: Expected commas.*save it comma separated/u],
    ['a,b\n1,2\n3\n', /points.csv:3: Expected 2 cells/u],
    ['1,2\n3,4\n', /points.csv:1: Expected the names of the columns, got numbers: 1,2/u],
    ['my var,ü\n1,2\n', /points.csv:1: Expected a name that a variable can have/u],
    ['a,b\n1,2\n"1,5",6\n', /points.csv:3: Expected a number in column `a`/u],
    ['a,b\n1,2\nNaN,6\n', /points.csv:3: Expected a number/u],
    ['a,b\n1,2\n,6\n', /points.csv:3: .*an empty cell/u],
    ['a,b\n1,2\n0x10,6\n', /points.csv:3: Expected a number/u],
  ])('the table %j', (text, said) => {
    expect(refusal('points.csv', text)).toMatch(said);
  });

  it.each([
    ['w = ${w}\nhome = ${HOME}\n', /model.txt:2:\d+: .*HOME.*stays as it is/su],
    ['w = ${w}\n<#if w gt 1>\n', /model.txt:2:1: /u],
    ['w = {w}\n<#if w gt 1>\n', /model.txt:2: /u],
  ])('the template %j', (text, said) => {
    expect(refusal('model.txt', text)).toMatch(said);
  });

  it('a range of a name that is no variable', () => {
    const ranges = new Map([['y', [1, 2] as const]]);
    expect(refusal('solve {x}', undefined, ranges)).toMatch(
      /no variable y \| The variables are x/u,
    );
    expect(refusal('own.csv', 'y\n1\n2\n', ranges)).toMatch(/the CSV has the values/u);
  });
});

it('a study gives the number of the run by itself', () => {
  const { draft } = made('solve {x} {run}');
  expect(draft.variables.map(({ value }) => value['name'])).toEqual(['x']);
  expect(draft.job['command']).toBe('solve ${x} ${run}');
});

it('a template with braces is rendered to the name that the command reads', () => {
  const { draft } = made('x.tpl', '{w} {E-mod}\n');
  expect(draft.job).toMatchObject({
    command: 'cat x',
    templates: [{ template: 'x.tpl.in', as: 'x' }],
  });
  expect(draft.notCarriedOver).toEqual([expect.stringContaining('{E-mod} stays text')]);
});

it('a Dakota input is drafted, with what is to mend in the study; a file to bring is none of it', () => {
  const dakota = (variables: string, method: string): string =>
    `method ${method}\nvariables ${variables}\ninterface fork analysis_driver 'd'\nresponses response_functions 1`;
  const broken = dakota('normal_uncertain 1 means 1', 'sampling samples 4');
  expect(made('a.in', broken).findings).not.toEqual([]);
  const list = dakota('continuous_design 1', "list_parameter_study import_points_file 'none'");
  expect(made('b.in', list).findings).toEqual([]);
});
