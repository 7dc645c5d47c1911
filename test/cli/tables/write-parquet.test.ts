import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, expect, it } from 'vitest';
import type { ColumnKind } from '../../../src/cli/tables/column-kinds.ts';
import type { RowTable } from '../../../src/cli/tables/row-table.ts';
import { writeParquet } from '../../../src/cli/tables/write-parquet.ts';
import { temporaryFolder } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);

const kinds: ReadonlyMap<string, ColumnKind> = new Map([
  ['run', 'integer'],
  ['iterations', 'integer'],
  ['grown', 'integer'],
  ['noGrade', 'text'],
  ['noCount', 'integer'],
  ['reason', 'text'],
]);

const table: RowTable = {
  rowCount: 3,
  columns: [
    { name: 'run', cells: [1, 2, 3] },
    { name: 'w', cells: [0.1, -0, 5e-324] },
    { name: 'load', cells: [500, 1000, 500] },
    { name: 'grade', cells: ['S355', 'Ångström|"', null] },
    { name: 'mixed', cells: [1.5, 'auto', true] },
    { name: 'feasible', cells: [true, null, false] },
    { name: 'iterations', cells: [12, null, 9_007_199_254_740_991] },
    { name: 'grown', cells: [1, 0.5, null] },
    { name: 'noGrade', cells: [null, null, null] },
    { name: 'noCount', cells: [null, null, null] },
    { name: 'never', cells: [null, null, null] },
    { name: 'reason', cells: [null, null, null] },
  ],
};

it('reads back the same, column by column, with null for a missing value', async () => {
  const path = join(folder, 'results.parquet');
  await writeParquet(path, table, { kinds, metadata: { 'doeflow.study': 'beam' } });
  const file = await asyncBufferFromFile(path);
  const { schema, key_value_metadata, num_rows } = await parquetMetadataAsync(file);
  expect(num_rows).toBe(3n);
  expect(key_value_metadata).toEqual([{ key: 'doeflow.study', value: 'beam' }]);
  expect(
    schema.slice(1).map(({ name, type, converted_type }) => [name, converted_type ?? type]),
  ).toEqual([
    ['run', 'INT64'],
    ['w', 'DOUBLE'],
    ['load', 'DOUBLE'],
    ['grade', 'UTF8'],
    ['mixed', 'UTF8'],
    ['feasible', 'BOOLEAN'],
    ['iterations', 'INT64'],
    ['grown', 'DOUBLE'],
    ['noGrade', 'UTF8'],
    ['noCount', 'INT64'],
    ['never', 'DOUBLE'],
    ['reason', 'UTF8'],
  ]);
  const rows = await parquetReadObjects({ file });
  const nothing = { noGrade: null, noCount: null, never: null, reason: null };
  expect(rows).toEqual([
    {
      run: 1n,
      w: 0.1,
      load: 500,
      grade: 'S355',
      mixed: '1.5',
      feasible: true,
      iterations: 12n,
      grown: 1,
      ...nothing,
    },
    {
      run: 2n,
      w: -0,
      load: 1000,
      grade: 'Ångström|"',
      mixed: 'auto',
      feasible: null,
      iterations: null,
      grown: 0.5,
      ...nothing,
    },
    {
      run: 3n,
      w: 5e-324,
      load: 500,
      grade: null,
      mixed: 'true',
      feasible: false,
      iterations: 9007199254740991n,
      grown: null,
      ...nothing,
    },
  ]);
});

it('keeps every row of a table of several groups, and leaves no other file', async () => {
  const path = join(folder, 'many.parquet');
  const numbers = Array.from({ length: 120_000 }, (_, row) => row + 1);
  const many = { rowCount: numbers.length, columns: [{ name: 'run', cells: numbers }] };
  await writeParquet(path, many, { kinds, metadata: {} });
  const file = await asyncBufferFromFile(path);
  const { row_groups } = await parquetMetadataAsync(file);
  expect(row_groups.map(({ num_rows }) => num_rows)).toEqual([50_000n, 50_000n, 20_000n]);
  const last = await parquetReadObjects({ file, rowStart: 119_999 });
  expect(last).toEqual([{ run: 120_000n }]);
  expect(readdirSync(folder).sort()).toEqual(['many.parquet', 'results.parquet']);
});

it('writes a table without rows', async () => {
  const path = join(folder, 'none.parquet');
  const columns = table.columns.map(({ name }) => ({ name, cells: [] }));
  await writeParquet(path, { rowCount: 0, columns }, { kinds, metadata: {} });
  const { schema, num_rows } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  expect([num_rows, schema.length]).toEqual([0n, table.columns.length + 1]);
});
