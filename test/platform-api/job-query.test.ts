import { describe, expect, it } from 'vitest';
import { jobQuery } from '../../src/platform-api/index.ts';

const { allOf, anyOf, comment, noneOf, owner, project, software, tag, text, version } = jobQuery;

describe('a search for jobs', () => {
  it.each([
    [text('beam'), 'beam'],
    [text('two words'), '"two words"'],
    [text('OR'), '"OR"'],
    [text('a:b'), '"a:b"'],
    [text('(x)'), '"(x)"'],
    [text('-x'), '"-x"'],
    [tag('cfd'), '#cfd'],
    [owner('a@example.com'), 'owner:a@example.com'],
    [comment('see run 3'), 'comment:"see run 3"'],
    [project('wing'), 'project:wing'],
    [software('Ansys Fluent'), 'software:"Ansys Fluent"'],
    [version('2020r2'), 'version:2020r2'],
    [
      allOf(text('a'), anyOf(tag('b'), tag('c')), noneOf(text('d e'))),
      'a and (#b or #c) and (not "d e")',
    ],
    [noneOf(tag('a'), tag('b')), 'not (#a or #b)'],
    [noneOf(allOf(text('a'), text('b'))), 'not (a and b)'],
    [anyOf(text('one two'), text('three')), '"one two" or three'],
    [allOf(text('alone')), 'alone'],
  ])('is written as %s', (query, expected) => {
    expect(query).toBe(expected);
  });

  it.each([
    () => text(''),
    () => text('a "quoted" b'),
    () => tag('two words'),
    () => owner('a b'),
    () => allOf(),
  ])('refuses what can’t be searched (%#)', (make) => {
    expect(make).toThrow(/^Expected /);
  });
});
