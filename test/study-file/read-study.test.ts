import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { loadSnapshotStudy } from '../../src/study-file/load-snapshot-study.ts';
import { planHash } from '../../src/study-file/plan-hash.ts';
import { planLoadedStudy } from '../../src/study-file/plan-loaded-study.ts';
import { readStudy } from '../../src/study-file/read-study.ts';
import { exampleFiles, exampleText } from './example.ts';

let root: string;

async function writeStudy(name: string, text: string, files = exampleFiles): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'study.yaml'), text);
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  return folder;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'doeflow-read-study-'));
});
afterAll(async () => {
  await rm(root, { recursive: true });
});

describe('readStudy', () => {
  it('takes a folder or a file, and finds the files beside it', async () => {
    const folder = await writeStudy('example', exampleText);
    const loaded = await readStudy(folder);
    expect(loaded.directory).toBe(folder);
    expect(loaded.file).toBe(join(folder, 'study.yaml'));
    expect(loaded.text).toBe(exampleText);
    expect(loaded.files).toEqual([
      { path: 'beam.mjs', role: 'input', absolutePath: join(folder, 'beam.mjs') },
      { path: 'beam.json.in', role: 'template', absolutePath: join(folder, 'beam.json.in') },
    ]);
    expect((await readStudy(join(folder, 'study.yaml'))).study).toEqual(loaded.study);
  });

  it('says what to do where there is no study', async () => {
    await mkdir(join(root, 'empty'), { recursive: true });
    for (const path of [join(root, 'nowhere'), join(root, 'empty')]) {
      const error = await readStudy(path).then(
        () => undefined,
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(StudyError);
      expect(error).toMatchObject({
        code: 'STUDY_NOT_FOUND',
        hint: expect.stringContaining('init'),
      });
    }
  });

  it('does not take a folder for a file of the study', async () => {
    const folder = await writeStudy('folder-as-file', exampleText.replace('[beam.mjs]', '[sub]'));
    await mkdir(join(folder, 'sub'));
    await expect(readStudy(folder)).rejects.toThrow('The file "sub" doesn\'t exist');
  });

  it('refuses bytes that are no text', async () => {
    const folder = await writeStudy('bytes', exampleText);
    await writeFile(join(folder, 'study.yaml'), Buffer.from([0x6e, 0xff, 0xfe]));
    await expect(readStudy(folder)).rejects.toThrow('UTF-8');
  });

  const tableText = `name: letters
variables: [{name: a, type: Param}, {name: t, type: Param}, {name: n, type: Case, caseFile: c.csv}]
design: {method: table, file: p.csv}
job:
  analysis: {code: user_included, version: "0"}
  command: sh solve.sh \${a} \${t} \${n}
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}
  templates: [{template: in.tpl, as: in.txt}]
  inputFiles: [solve.sh]
  preProcess: {script: pre.sh, command: sh pre.sh}
`;
  const tableFiles = {
    'p.csv': 'a,t\n1,caf\u00E9\n2,caf\u00E8\n',
    'c.csv': 'n\nna\u00EFve\n',
    'in.tpl': '\u00E9 ${a}\n',
    'solve.sh': 'echo caf\u00E9\n',
    'pre.sh': 'true # \u00E9\n',
  };

  it('takes letters in UTF-8', async () => {
    const { tables } = await readStudy(await writeStudy('utf-8', tableText, tableFiles));
    expect(tables.get('p.csv')?.rows).toEqual([
      ['1', 'caf\u00E9'],
      ['2', 'caf\u00E8'],
    ]);
  });

  it.each([
    ['p.csv', 2, 6, 'latin1', 'other bytes', "iconv -f WINDOWS-1252 -t UTF-8 'p.csv' > converted"],
    ['c.csv', 2, 3, 'latin1', 'other bytes', "iconv -f WINDOWS-1252 -t UTF-8 'c.csv' > converted"],
    [
      'in.tpl',
      1,
      1,
      'latin1',
      'other bytes',
      "iconv -f WINDOWS-1252 -t UTF-8 'in.tpl' > converted",
    ],
    ['p.csv', 1, 1, 'utf16le', 'UTF-16', "iconv -f UTF-16 -t UTF-8 'p.csv' > converted"],
  ] as const)('refuses %s where letters would be one (line %d)', async (...expected) => {
    const [name, line, column, encoding, got, hint] = expected;
    const folder = await writeStudy(`${name}-${encoding}`, tableText, tableFiles);
    const mark = encoding === 'utf16le' ? '\uFEFF' : '';
    await writeFile(join(folder, name), Buffer.from(mark + tableFiles[name], encoding));
    const error = await readStudy(folder).catch((caught: unknown) => caught);
    expect((error as StudyError).issues).toEqual([
      {
        file: name,
        line,
        column,
        message: `Expected a file in UTF-8, got ${got}`,
        hint: expect.stringContaining(hint),
      },
    ]);
  });

  it('refuses a number that would become 0, unless the study was started with it', async () => {
    const folder = await writeStudy('tiny', tableText, {
      ...tableFiles,
      'p.csv': 'a,t\n1e-400,x\n',
    });
    await expect(readStudy(folder)).rejects.toThrow('got "1e-400"');
    const source = { text: tableText, file: 'study.yaml' };
    const filePath = (path: string) => join(folder, path);
    expect((await loadSnapshotStudy({ ...source, filePath })).plan.runCount).toBe(1);
  });

  it('refuses a table in UTF-16 without a mark', async () => {
    const folder = await writeStudy('unmarked', tableText, tableFiles);
    await writeFile(join(folder, 'p.csv'), Buffer.from('a,t\n1,x\n', 'utf16le'));
    await expect(readStudy(folder)).rejects.toThrow('NUL');
  });

  it('takes files in any encoding that it hands on byte for byte', async () => {
    const folder = await writeStudy('handed-on', tableText, tableFiles);
    for (const name of ['solve.sh', 'pre.sh'] as const)
      await writeFile(join(folder, name), Buffer.from(tableFiles[name], 'latin1'));
    expect((await readStudy(folder)).study.name).toBe('letters');
  });

  it('reads those of a study that was started as on its first day', async () => {
    const folder = await writeStudy('started', tableText, tableFiles);
    await writeFile(join(folder, 'p.csv'), Buffer.from(tableFiles['p.csv'], 'latin1'));
    const source = { text: tableText, file: 'study.yaml' };
    const filePath = (path: string) => join(folder, path);
    const { plan } = await loadSnapshotStudy({ ...source, filePath });
    expect(plan.runCount).toBe(2);
  });
});

describe('planHash', () => {
  it('does not change with comments, white space and the order of keys', async () => {
    const text = exampleText
      .replace(/ +#.*$/gmu, '')
      .replace('method: latin-hypercube, runs: 200', 'runs: 2e2,   method: latin-hypercube')
      .replace('\nexecution:', '\n# a comment\n\nexecution:');
    expect(text).not.toBe(exampleText);
    const first = await readStudy(await writeStudy('hash-a', exampleText));
    const second = await readStudy(await writeStudy('hash-b', text));
    expect(await planHash(second)).toBe(await planHash(first));
  });

  it('changes with a value of the study and with a byte of a file', async () => {
    const hashes = [
      await planHash(await readStudy(await writeStudy('hash-c', exampleText))),
      await planHash(await readStudy(await writeStudy('hash-d', exampleText.replace('42', '43')))),
      await planHash(
        await readStudy(
          await writeStudy('hash-e', exampleText, { ...exampleFiles, 'beam.mjs': ' ' }),
        ),
      ),
    ];
    expect(new Set(hashes).size).toBe(3);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/u);
  });
});

describe('loadSnapshotStudy', () => {
  it('gives the study and plan of the folder it was copied from', async () => {
    const folder = await writeStudy('snapshot', exampleText);
    const loaded = await readStudy(folder);
    const { study, plan } = await loadSnapshotStudy({
      text: loaded.text,
      file: 'study.yaml',
      filePath: (path) => loaded.files.find((file) => file.path === path)?.absolutePath,
    });
    expect(study).toEqual(loaded.study);
    const { block, ...summary } = planLoadedStudy(loaded);
    expect(plan).toMatchObject(summary);
    expect(plan.block(0, 401)).toEqual(block(0, 401));
  });
});

describe('planLoadedStudy', () => {
  it('tells where a template rounds further than the design', async () => {
    const template = '${w?string("0.0")} ${t} ${E?string("0")} ${grade} ${load}';
    const files = { ...exampleFiles, 'beam.json.in': template };
    const { notes } = planLoadedStudy(
      await readStudy(await writeStudy('rounding', exampleText, files)),
    );
    const found = notes.filter((note) => note.includes('rounds it further'));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^beam\.json\.in:1 writes w as "0\.0", .*\(\d\.\d+ becomes \d\.\d\)/u);
  });

  it.each([
    [
      '',
      '${w?string("0.00")}',
      /writes w as "0\.00", which gives 0\.00 in all rows, .* does not reach/u,
    ],
    [', format: "0.000"', '${w}', /^w varies by its generator, but is 0 in all rows/u],
    [', integer: true', '${w}', /^w varies by its generator, but is 0 in all rows/u],
  ])(
    'tells where rounding leaves one value of all: w%s, written as %s',
    async (more, placeholder, told) => {
      const files = {
        ...exampleFiles,
        'beam.json.in': `${placeholder} \${t} \${E} \${grade} \${load}`,
      };
      const text = exampleText.replace(
        'settings: {minvalue: 1, maxvalue: 4}, unit: in, label: width',
        `settings: {minvalue: 1.0e-9, maxvalue: 2.0e-9}${more}, unit: in, label: width`,
      );
      const { notes } = planLoadedStudy(await readStudy(await writeStudy('constant', text, files)));
      expect(notes).toContainEqual(expect.stringMatching(told));
    },
  );

  it('puts what only planning finds at its place in the study file', async () => {
    const text = exampleText.replace('"w < 2 * t"', '"w > 2 * t + 9"');
    const loaded = await readStudy(await writeStudy('infeasible', text));
    expect(() => planLoadedStudy(loaded)).toThrow(/study\.yaml:13:\d+: Too few points/u);
  });
});
