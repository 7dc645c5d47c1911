/** Each line of a study file in docs/designs.md is taken by the program, and gives the runs that its row states for three inputs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { temporaryFolder } from '../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const rows = readFileSync('docs/designs.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, , , runs = '', code = ''] = line.split('|').map((cell) => cell.trim());
    const [, design] = /^`(design: \{.*\})`$/u.exec(code) ?? [];
    const [, stated] = /\((\d+)\)$/u.exec(runs) ?? [];
    return design === undefined ? [] : [{ design, stated: stated ?? '3' }];
  });

it('has a line for each kind of question', () => {
  expect(rows.length).toBeGreaterThan(12);
});

it.each(rows)('$design gives $stated runs', async ({ design, stated }) => {
  const place = join(folder, String(rows.findIndex((row) => row.design === design)));
  mkdirSync(place);
  const isTable = design.includes('method: table');
  const isCrossed = design.includes('full-factorial');
  const input = (name: string): string =>
    isTable
      ? `  - {name: ${name}, type: Param}`
      : `  - {name: ${name}, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}${isCrossed ? ', levels: 3' : ''}}`;
  const lines = [
    ...['name: guide', 'variables:', ...['a', 'b', 'c'].map(input)],
    '  - {name: y, type: Output, from: stdout}',
    ...[design, 'job:', "  analysis: {code: user_included, version: '0'}"],
    '  command: echo ${a} ${b} ${c}',
    '  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}',
  ];
  writeFileSync(join(place, 'study.yaml'), lines.join('\n'));
  writeFileSync(join(place, 'points.csv'), 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n');
  const { exitCode, stdout, stderr } = await doeflowInProcess(['plan', place, '--json'], {});
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect((JSON.parse(stdout) as { readonly runs: number }).runs).toBe(Number(stated));
});
