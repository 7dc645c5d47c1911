/** A CSV whose rows aren't of the region that the study draws from. */
import { describe, expect, it } from 'vitest';
import { analyseTable } from '../../src/summary/analyse-table.ts';
import { readAnalysedTable } from '../../src/summary/read-analysed-table.ts';
import { readPlainTable } from '../../src/summary/read-plain-table.ts';
import { parseAnalysedStudy } from '../../src/study-file/read-analysed-study.ts';
import { parseTable } from '../../src/study-file/parse-table.ts';
import { PlainColumnsReader } from '../../src/tables/index.ts';

const study = parseAnalysedStudy(
  `name: any
variables:
  - {name: a, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}
  - {name: b, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}
  - {name: y, type: Output, from: {file: gone.txt, key: y}}
design: {method: monte-carlo, runs: 100, where: a + b > 1}
`,
  'study.yaml',
);

/** @param outside rows, the last ones, that lie below the line */
function csvWith(outside: number): string {
  const rows = Array.from({ length: 100 }, (_, row) => {
    const [a = 0, b = 0] = [((row * 37) % 100) + 0.3, ((row * 61 + 7) % 100) + 0.3].map(
      (x) => x / 101,
    );
    const isOf = a + b > 1;
    return (isOf === row < 100 - outside ? [a, b] : [1 - a, 1 - b]).concat(a * b).join();
  });
  return `a,b,y\n${rows.join('\n')}\n`;
}

const readers = {
  'by its texts': (csv: string) => {
    const parsed = parseTable(csv, 'results.csv');
    return 'issue' in parsed ? undefined : readAnalysedTable(study, parsed.table);
  },
  'as numbers': (csv: string) => {
    const reader = new PlainColumnsReader(csv.length);
    const columns = reader.take(Buffer.from(csv)) ? reader.end() : undefined;
    return columns && readPlainTable(study, columns);
  },
};

describe.each(Object.entries(readers))('a table that is read %s', (_, read) => {
  const reasonsOf = (csv: string): string => {
    const found = read(csv);
    if (!found) throw new Error('Expected a table, got none');
    const { statistics } = analyseTable(study, found.table, found.structure);
    return ['moments', 'correlations', 'firstOrder']
      .flatMap(
        (name) => statistics.estimators.find(({ estimator }) => estimator === name)?.reasons ?? [],
      )
      .join('\n');
  };

  it('says how many rows `where` refuses, of each result that takes them for draws', () => {
    const words = '`where: a + b > 1` doesn’t hold in 40 of 100 rows';
    expect(reasonsOf(csvWith(40)).split(words)).toHaveLength(4);
  });

  it('says nothing of rows of the region, one of which may lie at its edge', () => {
    for (const outside of [0, 1]) expect(reasonsOf(csvWith(outside))).not.toContain('doesn’t hold');
  });
});
