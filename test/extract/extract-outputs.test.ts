import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extractOutputs } from '../../src/extract/index.ts';
import type { OutputSource, OutputValueType, Study } from '../../src/study/study.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-extract-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function leave(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

/** Reads one output `y`: its value, or the reason why the run failed. */
async function read(
  source: OutputSource,
  valueType: OutputValueType = 'number',
  postProcess?: ReadonlyMap<string, string>,
) {
  const variables = [{ type: 'Output', name: 'y', valueType, source, required: true }];
  const { values, failure } = await extractOutputs({ variables } as unknown as Study, {
    folder,
    postProcess,
  });
  if (failure !== undefined) expect(values).toEqual({ y: null });
  return failure === undefined ? values['y'] : `${failure.reason}: ${failure.message}`;
}

const key = { kind: 'key', file: 'out.txt', key: 'y' } as const;

describe('a number', () => {
  it.each([
    ['y = 1.5', 1.5],
    ['y: -2', -2],
    ['  y\t3e4  ', 3e4],
    ['y = 1.0D+03', 1000],
    ['a = 1\r\ny = 7\r\nyy = 8\r\n', 7],
    ['y = -0.0', 0],
    ['\uFEFFy = 1', 1],
    ['y = 0.12345678901234567', 0.12345678901234566],
    ['y = 12345678901234567.', 12345678901234568],
    ['y = 12345678901234568', 12345678901234568],
    ['y = 100000000000000000000000', 1e23],
  ])('in %j is %d', async (text, value) => {
    leave('out.txt', text);
    expect(await read(key)).toBe(value);
  });

  it.each([
    ['y = NaN', /output-invalid: y: Expected a finite number, got "NaN"/u],
    ['y = 1,5', /output-invalid/u],
    ['y = inf', /output-invalid/u],
    ['y = 1e999', /output-invalid/u],
    ['y = 12abc', /output-invalid/u],
    ['y = 0x10', /output-invalid/u],
    ['y = 1.5e', /output-invalid/u],
    ['y = 1.5 mm', /output-invalid/u],
    ['y = 1\ny = 1', /output-invalid: y: Expected one line/u],
    ['y =', /output-missing/u],
    ['yy = 1', /output-missing/u],
    ['', /output-invalid: y: .* empty file/u],
    ['y = 12345678901234567', /output-invalid: y: .* below 2\^53 are, got "12345678901234567"/u],
    ['y = -9007199254740993', /output-invalid/u],
    ['y = 1\0', /output-invalid: y: .* UTF-8 text/u],
  ])('in %j is refused', async (text, reason) => {
    leave('out.txt', text);
    expect(await read(key)).toMatch(reason);
  });

  it('is missing where the file is, or is a folder', async () => {
    expect(await read(key)).toMatch(/^output-missing: y: the run left no file out\.txt/u);
    leave('out.txt/inner', 'y = 1');
    expect(await read(key)).toMatch(/^output-missing/u);
  });

  it('is read from a log in another encoding, as its digits are the same', async () => {
    leave('out.txt', Buffer.from('Temp\u00E9rature en \u00B0C\ny = 12.5\n', 'latin1'));
    expect(await read(key)).toBe(12.5);
    leave('out.txt', Buffer.from('y = 1\u00FF', 'latin1'));
    expect(await read(key)).toMatch(/^output-invalid: y: Expected a finite number, got "1/u);
    leave('out.txt', Buffer.from('\uFEFFy = 1', 'utf16le'));
    expect(await read(key)).toMatch(/UTF-8 text/u);
  });

  it('is not missing where its own name may stand in other bytes', async () => {
    const named = { kind: 'key', file: 'out.txt', key: 'Temp\u00E9rature' } as const;
    leave('out.txt', Buffer.from('Temp\u00E9rature = 20\n', 'latin1'));
    expect(await read(named)).toBe(20);
    // In code page 437 that letter is 0x82.
    leave('out.txt', Buffer.from('Temp\u0082rature = 20\n', 'latin1'));
    expect(await read(named)).toMatch(/^output-invalid: y: there is no line .* isn't UTF-8/u);
    leave('out.txt', 'T = 20\n');
    expect(await read(named)).toMatch(/^output-missing/u);
  });

  it('is not searched in a log of two gigabytes', async () => {
    leave('out.txt', 'y = 1\n');
    truncateSync(join(folder, 'out.txt'), 2 * 1024 ** 3);
    expect(await read(key)).toMatch(/output-invalid: y: Expected out\.txt of at most/u);
  });

  it('comes through a file as the same double', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (value) => {
        leave('out.json', JSON.stringify({ y: value }));
        const got = await read({ kind: 'pointer', file: 'out.json', pointer: '/y' });
        return Object.is(got, value === 0 ? 0 : value);
      }),
      { seed: 31, numRuns: 100 },
    );
  });
});

describe('a number in JSON', () => {
  const pointer = { kind: 'pointer', file: 'r.json', pointer: '/y' } as const;

  it.each(['1e999', '-1e999'])('of %s is told as too large, not as null', async (text) => {
    leave('r.json', `{"y": ${text}}`);
    expect(await read(pointer)).toBe(
      'output-invalid: y: Expected a finite number, got a number too large for a double (above 1.8e308)',
    );
  });

  it('that is null is told as null', async () => {
    leave('r.json', '{"y": null}');
    expect(await read(pointer)).toMatch(/got null$/u);
  });

  it.each([
    ['two marks', Buffer.from('\uFEFF\uFEFF{"y": 1}'), /one byte-order mark at most/u],
    [
      'a mark before other bytes',
      Buffer.concat([Buffer.from('\uFEFF{'), Buffer.from('\u00E9', 'latin1')]),
      /other bytes than UTF-8/u,
    ],
    ['UTF-16', Buffer.from('\uFEFF{"y": 1}', 'utf16le'), /got UTF-16, by its byte-order mark$/u],
  ])('is not read from a text with %s, and the mark is named', async (_, bytes, reason) => {
    leave('r.json', bytes);
    expect(await read(pointer)).toMatch(reason);
  });
});

describe('types', () => {
  it.each([
    ['integer', 'y = 42', 42],
    ['integer', 'y = 1.0e3', 1000],
    ['boolean', 'y = True', true],
    ['boolean', 'y = 0', false],
    ['text', 'y = S235 JR ', 'S235 JR'],
  ] as const)('%s in %j', async (type, text, value) => {
    leave('out.txt', text);
    expect(await read(key, type)).toBe(value);
  });

  it('text refuses letters of another encoding, and those that were lost: different texts would be one', async () => {
    leave('out.txt', Buffer.from('y = caf\u00E9\n', 'latin1'));
    const reason =
      /^output-invalid: y: Expected a text in UTF-8, got other bytes \("caf\u00E9" in/u;
    expect(await read(key, 'text')).toMatch(reason);
    leave('out.txt', Buffer.from('caf\u00E9\ny = steel\n', 'latin1'));
    expect(await read(key, 'text')).toBe('steel');
    leave('out.txt', 'y = caf\u00E9');
    expect(await read(key, 'text')).toBe('caf\u00E9');
    leave('out.txt', 'y = caf\uFFFD');
    expect(await read(key, 'text')).toMatch(/^output-invalid: y: .* letters were lost/u);
    const pointer = { kind: 'pointer', file: 'r.json', pointer: '/y' } as const;
    leave('r.json', String.raw`{"y": "\ud800"}`);
    expect(await read(pointer, 'text')).toMatch(/^output-invalid: y: .* letters were lost/u);
    const printed = new Map([['y', 'caf\uFFFD']]);
    const source = { kind: 'postProcess', key: 'y' } as const;
    expect(await read(source, 'text', printed)).toMatch(
      /^output-invalid: y: .* letters were lost/u,
    );
  });

  it.each([
    ['integer', 'y = 1.5'],
    ['integer', 'y = 9007199254740993'],
    ['boolean', 'y = yes'],
    ['boolean', 'y = 2'],
  ] as const)('%s refuses %j', async (type, text) => {
    leave('out.txt', text);
    expect(await read(key, type)).toMatch(/^output-invalid/u);
  });
});

describe('a JSON pointer', () => {
  const at = (pointer: string): OutputSource => ({ kind: 'pointer', file: 'r.json', pointer });

  it.each([
    ['/a/b', { a: { b: 1 } }, 1],
    ['/a/1', { a: [5, 6] }, 6],
    ['/x~1y/~0', { 'x/y': { '~': 3 } }, 3],
    ['/', { '': 4 }, 4],
    ['', 8, 8],
    ['/s', { s: '2.5' }, 2.5],
    ['/l', { l: 1e300 }, 1e300],
  ])('%j', async (pointer, value, expected) => {
    leave('r.json', JSON.stringify(value));
    expect(await read(at(pointer))).toBe(expected);
    // As many programs of Windows begin a text.
    leave('r.json', `\uFEFF${JSON.stringify(value)}`);
    expect(await read(at(pointer))).toBe(expected);
  });

  it.each([
    ['/a/length', '{"a": [1, 2]}', /output-missing/u],
    ['/a/01', '{"a": [1, 2]}', /output-missing/u],
    ['/toString', '{}', /output-missing/u],
    ['/a', '{"a": 1.23', /output-invalid: y: Expected a whole JSON text/u],
    ['/a', '{"a": NaN}', /output-invalid/u],
    ['/a', '{"a": 1e999}', /output-invalid/u],
    ['/a', '{"a": null}', /output-invalid/u],
    ['/a', '{"a": {}}', /output-invalid/u],
    [
      '/a',
      '{"b": "\\"", "a": 12345678901234567}',
      /output-invalid: y: .* got "12345678901234567"/u,
    ],
    ['/a', '{"a": -12345678901234567}', /output-invalid/u],
    ['/a', '{"a": true}', /output-invalid/u],
    ['/a', '<html>', /output-invalid/u],
  ])('%j of %s is refused', async (pointer, text, reason) => {
    leave('r.json', text);
    expect(await read(at(pointer))).toMatch(reason);
  });
});

describe('a CSV column', () => {
  const table = 't, y ,z\n0,1.5,a\n1,-4,b\n\n2,2.5,c\n';
  const column = (more: Partial<Extract<OutputSource, { kind: 'column' }>>): OutputSource => ({
    kind: 'column',
    file: 't.csv',
    column: 'y',
    ...more,
  });

  it.each([
    [{ row: 1 }, 1.5],
    [{ row: -1 }, 2.5],
    [{ row: 3 }, 2.5],
    [{ reduce: 'last' }, 2.5],
    [{ reduce: 'max' }, 2.5],
    [{ reduce: 'min' }, -4],
    [{ reduce: 'mean' }, 0],
  ] as const)('%j', async (more, value) => {
    leave('t.csv', table);
    expect(await read(column(more))).toBe(value);
  });

  it.each([
    ['semicolons', '\uFEFFx;y\r\n1;2.5\r\n'],
    ['tabs', '\nx\ty\n"1,5"\t 2.5\n'],
  ])('reads cells between %s where the header has no comma', async (_what, text) => {
    leave('t.csv', text);
    expect(await read(column({}))).toBe(2.5);
  });

  it('takes a name with a semicolon for the name of the only column', async () => {
    leave('t.csv', '"y;z"\n2\n');
    expect(await read(column({ column: 'y;z' }))).toBe(2);
  });

  it('needs no row where there is one', async () => {
    leave('t.csv', 'x,y\n1,2\n');
    expect(await read(column({}))).toBe(2);
  });

  it.each([
    [table, {}, /output-invalid: y: Expected one row/u],
    [table, { row: 4 }, /output-missing/u],
    [table, { column: 'q', row: 1 }, /output-missing: y: Expected a column "q", got: t, y, z/u],
    ['y,y\n1,2\n', { row: 1 }, /output-invalid: y: Expected one column/u],
    ['x,y\n1\n', { row: 1 }, /output-invalid: y: Expected a CSV table/u],
    ['x,y\n1,"2\n', { row: 1 }, /output-invalid: y: Expected a CSV table/u],
    ['x,y\n1,\n', { row: 1 }, /output-invalid/u],
    ['x,y\n1,a\n2,3\n', { reduce: 'max' }, /output-invalid: y: Expected a number in row 1/u],
    ['x,y\n1,nan\n2,3\n', { reduce: 'mean' }, /output-invalid/u],
    ['x,y\n', { reduce: 'mean' }, /output-missing/u],
    ['x;y\n1;2,5\n', { row: 1 }, /output-invalid: y: Expected a finite number, got "2,5"/u],
    ['x;y,z\n1;2,3\n', { row: 1 }, /output-missing: y: Expected a column "y", got: x;y, z/u],
  ] as const)('of %j by %j is refused', async (text, more, reason) => {
    leave('t.csv', text);
    expect(await read(column(more))).toMatch(reason);
  });
});

describe('a regular expression', () => {
  const regex = (text: string, match: 'only' | 'first' | 'last' = 'only'): OutputSource => ({
    kind: 'regex',
    file: 'log.txt',
    regex: text,
    match,
  });

  it('gives its first group, or the whole match', async () => {
    leave('log.txt', 'disp = 1.25 mm\n42\n');
    expect(await read(regex(String.raw`disp = (\S+)`))).toBe(1.25);
    expect(await read(regex(String.raw`^\d+$`))).toBe(42);
  });

  it('takes one of several only when told which', async () => {
    leave('log.txt', 'd=1\nd=2\nd=3\n');
    expect(await read(regex(String.raw`d=(\d)`))).toMatch(/output-invalid: y: Expected one match/u);
    expect(await read(regex(String.raw`d=(\d)`, 'first'))).toBe(1);
    expect(await read(regex(String.raw`d=(\d)`, 'last'))).toBe(3);
  });

  it('that finds nothing, or whose group took no part, gives nothing', async () => {
    leave('log.txt', 'abc\n');
    expect(await read(regex('x(.)'))).toMatch(/output-missing/u);
    expect(await read(regex('abc|x(.)'))).toMatch(/output-missing/u);
  });

  it.each([
    [String.raw`f =\s*([0-9.]+)`, 'f = 7.955824e+04 Hz', '7.955824 of 7.955824e+04'],
    [String.raw`(\d+)\s+TOTAL`, '1482.345 TOTAL', '345 of 2.345'],
    [String.raw`s=([\d.]+)`, 's=1.482D+02', '1.482 of 1.482D+02'],
    [String.raw`Max: (\d+)`, 'Max: 11,007.5', '11 of 11,007.5'],
    [String.raw`T = (\d+)`, 'T = 3.5', '3 of 3.5'],
    [String.raw`T = 1(\d\.\d+)`, 'T = 12.5', '2.5 of 12.5'],
    [String.raw`T = (\d+?)`, 'T = 42', '4 of 42'],
  ])('/%s/ that takes a part of the number in %j is refused', async (text, line, part) => {
    leave('log.txt', `${line}\n`);
    const refused = await read(regex(text));
    expect(refused).toMatch(/^output-invalid: y: Expected /u);
    expect(refused).toContain(`to find all of a number, got ${part}: let its group`);
    // A text may be anything.
    expect(await read(regex(text), 'text')).not.toMatch(/output-invalid/u);
  });

  it.each([
    [String.raw`T = (\d+) K`, 'T = 300 K', 300],
    [String.raw`x = (\d+),`, 'x = 5,200,7', 5],
    [String.raw`E([+-]\d+)`, 'x = 1.5E-07', -7],
    [String.raw`t = (\d+):`, 't = 12:30', 12],
    [String.raw`T = (\d+)\.$`, 'T = 300.', 300],
    [String.raw`n(\d+)`, 'n12m3', 12],
    [String.raw`x = (-?[\d.]+e[+-]\d+)`, 'x = -2.5e-03mm', -0.0025],
  ])('/%s/ takes from %j what stands there', async (text, line, value) => {
    leave('log.txt', `${line}\n`);
    expect(await read(regex(text))).toBe(value);
  });

  it('that finds empty places comes to an end', async () => {
    leave('log.txt', 'abc\n'.repeat(1000));
    expect(await read(regex('(x*)', 'last'), 'text')).toBe('');
  });

  it('that would backtrack without end comes to an end', async () => {
    leave('log.txt', `${'a'.repeat(60)}b`);
    expect(await read(regex('^(a+)+$'))).toMatch(/output-missing/u);
  });

  it('of a study from before that backtracks without end is stopped', async () => {
    leave('log.txt', `${'a'.repeat(60)}b`);
    expect(await read(regex('^(?=a)(a+)+$'))).toMatch(
      /output-invalid: y: .* to be searched in 1000 ms/u,
    );
  });
});

describe('what the post-process prints', () => {
  const source: OutputSource = { kind: 'postProcess', key: 'k' };

  it('is taken from the platform where it serves it', async () => {
    expect(await read(source, 'number', new Map([['k', '2.5']]))).toBe(2.5);
    expect(await read(source, 'number', new Map())).toMatch(/output-missing/u);
  });

  it('is otherwise the last such line of the log', async () => {
    leave('process_output.log', 'k\t1\nkk\t9\nk = 8\r\nk\t2.5\r\nend');
    expect(await read(source)).toBe(2.5);
  });
});

describe('standard output', () => {
  it('is searched, or has a line of the name of the variable', async () => {
    leave('process_output.log', 'y\t4\nresult 5\n');
    expect(await read({ kind: 'stdout', match: 'only' })).toBe(4);
    expect(await read({ kind: 'stdout', regex: String.raw`result (\d)`, match: 'only' })).toBe(5);
  });
});

it('an output that is not required leaves a missing value and no failure; the others are read', async () => {
  leave('out.txt', 'y = 1\n');
  const output = { type: 'Output', valueType: 'number', required: false } as const;
  const variables = [
    { ...output, name: 'gone', source: { ...key, key: 'gone' } },
    { ...output, name: 'y', source: key, required: true },
    { ...output, name: 'empty', source: { kind: 'pointer', file: 'out.json', pointer: '/none' } },
    { ...output, name: 'odd', source: { kind: 'pointer', file: 'out.json', pointer: '/odd' } },
  ];
  leave('out.json', '{"none": null, "odd": "three"}');
  const study = { variables } as unknown as Study;
  const extracted = await extractOutputs(study, { folder, postProcess: undefined });
  expect(extracted).toEqual({
    values: { gone: null, y: 1, empty: null, odd: null },
    unreadable: { odd: 'Expected a finite number, got "three"' },
  });
});

describe('the nth number of a file such as that of Dakota', () => {
  const third = { kind: 'value', file: 'out.txt', value: 3, tag: 'f3' } as const;

  it.each([
    '1 f1\n2 f2\n3 f3\n',
    '1 f1\n\n2 f2\n3 f3\n',
    '\n\n  1 f1\r\n2 f2\r\n\r\n3 f3',
    '1 f1 2 f2 3 f3',
    '1\n2\n3',
    '\uFEFF1 2 3.0D+00 [ 4 5 ] [[ 6 ]]\n',
    '1 f1 2 3 f3\n[ 1 2 ]',
    'nan f1\n-Inf f2\n3 f3',
  ])('is read wherever it stands: %j', async (text) => {
    leave('out.txt', text);
    expect(await read(third)).toBe(3);
  });

  it.each([
    [
      '1 f1\n3 f3\n2 f2',
      /output-invalid: y: Expected "f3" behind the value 3 only, got it behind the value 2/u,
    ],
    ['0.5 1 f1 2 f2 3 f3', /output-invalid: .*behind the value 4/u],
    ['1 f1 2 f2 3 g', /output-invalid: .*got "g" behind it/u],
    ['1 f1 2 f3 3 f3', /output-invalid: .*got it behind the value 2/u],
    ['1 f1\n2 f2\n', /output-missing: y: Expected 3 values, got 2/u],
    ['1 f1 2 f2 [ 3 4 ]', /output-missing/u],
    ['FAIL\n', /output-invalid: .*got "FAIL" where the value 1 belongs/u],
    ['1 f1 of 2 f2 3 f3', /output-invalid: .*got "of" where the value 2 belongs/u],
    ['1,5 f1 2 f2 3 f3', /output-invalid/u],
    ['1 f1 2 f2 nan f3', /output-invalid: y: Expected a finite number, got "nan"/u],
  ])('is no guess: %j', async (text, failure) => {
    leave('out.txt', text);
    expect(await read(third)).toMatch(failure);
  });

  it('without a known word is found by its place alone', async () => {
    leave('out.txt', '1 a 2 b 3 c');
    expect(await read({ kind: 'value', file: 'out.txt', value: 2 })).toBe(2);
  });
});
