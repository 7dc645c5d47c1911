import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { analyseCsv } from '../../../src/cli/analysis/analyse-csv.ts';
import { describeSummary } from '../../../src/cli/analysis/describe-summary.ts';
import { writeSummary } from '../../../src/cli/analysis/write-summary.ts';
import { createColors } from '../../../src/cli/output/colors.ts';
import { createHumanVoice } from '../../../src/cli/output/human-voice.ts';
import { createDesign } from '../../../src/design/index.ts';
import { UsageError } from '../../../src/errors.ts';
import { readAnalysedStudy } from '../../../src/study-file/index.ts';
import { designSpecOf } from '../../../src/study/design-spec.ts';
import { composeSummary } from '../../../src/summary/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-analyse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => join(folder, name);

writeFileSync(
  file('study.yaml'),
  `name: plates
variables:
  - {name: grade, type: Param, values: [soft, hard]}
  - {name: load, type: Design, values: [1, 2]}
  - {name: stress, type: Output, from: stdout}
design: {method: full-factorial, replicates: 2}
findings: [{name: Largest, value: max(stress)}]
statistics: {levels: {stress: {response: [4]}}}
`,
);
writeFileSync(
  file('results.csv'),
  'grade,load,stress\nsoft,1,1\nhard,1,3\nsoft,2,2.2\nhard,2,NaN\nsoft,1,1.1\nhard,1,3.2\nsoft,2,2\nhard,2,4.1\n',
);

it('prints what a CSV means, the doubtful named', async () => {
  const { study, analysis, standing, notes } = await analyseCsv(
    file('results.csv'),
    'results.csv',
    undefined,
  );
  const summary = composeSummary(study, analysis.statistics, analysis.findings, standing);
  const colors = createColors({ terminal: false, env: {}, refused: true });
  const text = createHumanVoice({ terminal: false, columns: () => 80, colors })(
    describeSummary(summary, { file: 'summary.json', study }),
  );
  expect(notes).toEqual([]);
  expect(text).toContain('study: plates\ndesign: full-factorial, 8 runs\naccepted: 7 of 8\n');
  expect(text).toMatch(/stress\t7\t2\.3714\t/u);
  expect(text).toMatch(/stress\t4\t0\.85714\t/u);
  expect(text).toMatch(
    /Analysis of variance of stress\ninputs\tdf\tsum of squares\tshare\tF\tp\ngrade\t1\t/u,
  );
  expect(text).toMatch(/Effects from low to high\n.*\nstress\tgrade\t/u);
  expect(text).toContain('Largest\t4.1');
  expect(text).toMatch(
    /anova\tstress\tlimited\t7 of 8: all runs\t1 of 8 runs gave no value: the design is no longer balanced/u,
  );
  expect(text).toContain('runs to repeat: 4\n');
});

it('prints below moments of drawn rows what share of the distribution they may not have shown', async () => {
  writeFileSync(
    file('drawn.yaml'),
    `name: drawn
variables:
  - {name: load, type: Param, generator: Normal, settings: {mean: 0, stddev: 1}}
  - {name: stress, type: Output, from: stdout}
design: {method: monte-carlo, runs: 50, seed: 1}
`,
  );
  const rows = Array.from({ length: 50 }, (_, run) => `${Math.sin(run)},${Math.cos(run)}`);
  writeFileSync(file('drawn.csv'), ['load,stress', ...rows, ''].join('\n'));
  const { study, analysis, standing } = await analyseCsv(
    file('drawn.csv'),
    'drawn.csv',
    file('drawn.yaml'),
  );
  const summary = composeSummary(study, analysis.statistics, analysis.findings, standing);
  const colors = createColors({ terminal: false, env: {}, refused: true });
  const text = createHumanVoice({ terminal: false, columns: () => 80, colors })(
    describeSummary(summary, { file: 'summary.json', study }),
  );
  expect(text).toContain(
    'Not shown: values unlike all of these, such as a rare mode far away, if less than 5.8 % of all runs have them (95 % confidence).',
  );
});

it.each([
  [50, []],
  [20, [expect.stringMatching(/up to number 20, .* has 50: give those from 21 on rows/u)]],
  [60, [expect.stringMatching(/up to number 60, .* has 50: see whether they belong together/u)]],
])('tells where %i rows are not those of a sample of 50', async (count, warned) => {
  writeFileSync(
    file('cut.yaml'),
    `name: cut
variables:
  - {name: load, type: Param, generator: Normal, settings: {mean: 0, stddev: 1}}
  - {name: stress, type: Output, from: stdout}
design: {method: monte-carlo, runs: 50, seed: 1}
`,
  );
  const rows = Array.from({ length: count }, (_, run) => `${Math.sin(run)},${Math.cos(run)}`);
  writeFileSync(file('cut.csv'), ['load,stress', ...rows, ''].join('\n'));
  const { analysis } = await analyseCsv(file('cut.csv'), 'cut.csv', file('cut.yaml'));
  const told = analysis.statistics.warnings.filter((one) => one.startsWith('The table has'));
  expect(told).toEqual(warned);
});

it.each([
  ['full-factorial', 'replicates: 3', 27],
  ['central-composite', 'centerPoints: 5', 13],
  ['plackett-burman', 'foldover: true', 8],
  ['morris', 'trajectories: 6', 18],
  ['saltelli', 'baseSamples: 8', 32],
])('tells where a table of a %s design ends before it', async (method, option, planned) => {
  const values = method.endsWith('factorial')
    ? 'values: [1, 2, 3]'
    : 'generator: Uniform, settings: {minvalue: 0, maxvalue: 1}';
  const yaml = `name: cut
variables:
  - {name: a, type: Design, ${values}}
  - {name: b, type: Design, ${values}}
  - {name: y, type: Output, from: stdout}
design: {method: ${method}, ${option}, seed: 1}
`;
  writeFileSync(file('short.yaml'), yaml);
  const spec = designSpecOf(await readAnalysedStudy(file('short.yaml')));
  const { rowCount, block } = createDesign(spec);
  const [a = [], b = []] = block(0, rowCount);
  const rows = Array.from({ length: planned }, (_, run) => {
    const [x, z] = [a, b].map((column) => Number(column[run % rowCount]));
    return [x, z, (x ?? 0) + 2 * (z ?? 0) ** 2 + Math.sin(run)].join();
  });
  const analyse = async (count: number) => {
    writeFileSync(file('short.csv'), ['a,b,y', ...rows.slice(0, count), ''].join('\n'));
    const { analysis } = await analyseCsv(file('short.csv'), 'short.csv', file('short.yaml'));
    return analysis.statistics;
  };
  const whole = await analyse(planned);
  expect(whole.warnings.filter((one) => one.startsWith('The table has'))).toEqual([]);
  const { warnings, estimators } = await analyse(planned - 1);
  expect(warnings).toContainEqual(
    expect.stringContaining(
      `up to number ${planned - 1}, and the design of the study file has ${planned}`,
    ),
  );
  expect(estimators[0]).toMatchObject({ estimator: 'moments', trust: 'limited' });
  expect(estimators[0]?.reasons).toContain(`1 of ${planned} runs gave no value`);
  expect(estimators.filter(({ trust }) => trust === 'good')).toEqual([]);
});

it('wants a study file and a CSV', async () => {
  await expect(analyseCsv(join(folder, 'none', 'a.csv'), 'a.csv', undefined)).rejects.toThrow(
    'a.csv needs a study file',
  );
  await expect(analyseCsv(file('a.csv'), 'a.csv', undefined)).rejects.toThrow(
    "Can't read the CSV file a.csv",
  );
  writeFileSync(file('ragged.csv'), 'grade,load,stress\nsoft,1\n');
  await expect(analyseCsv(file('ragged.csv'), 'ragged.csv', undefined)).rejects.toThrow(
    'ragged.csv:2:1: Expected 3 cells',
  );
});

it('replaces a summary, and nothing else', async () => {
  await writeSummary(file('summary.json'), { schemaVersion: 1, name: 'a' });
  await writeSummary(file('summary.json'), { schemaVersion: 1, name: 'b' });
  expect(JSON.parse(readFileSync(file('summary.json'), 'utf8'))).toMatchObject({ name: 'b' });
  writeFileSync(file('notes.json'), '{}');
  await expect(writeSummary(file('notes.json'), {})).rejects.toThrow(UsageError);
  writeFileSync(file('manifest.json'), '{}');
  await expect(writeSummary(file('summary.json'), {})).rejects.toThrow(
    /their manifest holds its hash/u,
  );
});

it('shows as many digits as it takes that numbers which belong together differ', async () => {
  writeFileSync(
    file('offset.yaml'),
    `name: offset
variables:
  - {name: a, type: Design, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}
  - {name: y, type: Output, from: stdout}
design: {method: monte-carlo, runs: 30}
statistics: {levels: {y: {response: [1000000000.25]}}}
`,
  );
  const rows = Array.from({ length: 30 }, (_, row) => {
    const a = ((row * 7 + 3) % 30) / 30;
    return `${a},${1e9 + a * a}`;
  });
  writeFileSync(file('offset.csv'), `a,y\n${rows.join('\n')}\n`);
  const { study, analysis, standing } = await analyseCsv(
    file('offset.csv'),
    'offset.csv',
    file('offset.yaml'),
  );
  const summary = composeSummary(study, analysis.statistics, analysis.findings, standing);
  const colors = createColors({ terminal: false, env: {}, refused: true });
  const text = createHumanVoice({ terminal: false, columns: () => 80, colors })(
    describeSummary(summary, { file: 'summary.json', study }),
  );
  expect(text).toMatch(
    /\ny\t30\t1000000000\.317\t1000000000\.20\d* \.\. 1000000000\.4\d*\t0\.2\d+\t/u,
  );
  expect(text).toMatch(/\ny\t1000000000\t1000000000\.0\d+\t1000000000\.23\d*\t1000000000\.8\d*\t/u);
  expect(text).toMatch(/\ny\t1000000000\.25\t0\.5\d*\t/u);
  expect(text).toMatch(/\nconstant\t1000000000\.2\d+\t/u);
});

it('refuses a CSV whose letters would be lost, at its line', async () => {
  const cells = 'grade,load,stress\nsoft,1,1\nh\u00E4rt,1,3\n';
  writeFileSync(file('latin.csv'), Buffer.from(cells, 'latin1'));
  await expect(analyseCsv(file('latin.csv'), 'latin.csv', undefined)).rejects.toMatchObject({
    issues: [
      {
        file: 'latin.csv',
        line: 3,
        column: 2,
        message: 'Expected a file in UTF-8, got other bytes',
        hint: expect.stringContaining("iconv -f WINDOWS-1252 -t UTF-8 'latin.csv'"),
      },
    ],
  });
});
