import { describe, expect, it } from 'vitest';
import { mergeOutcomes } from '../../src/run/run-outcome.ts';
import { analyseTable, composeSummary, studyTableOf } from '../../src/summary/index.ts';
import { causesOf } from '../../src/run/failure-causes.ts';
import { createReport, figuresOf, renderReport } from '../../src/report/index.ts';
import { drawPlot } from '../../src/report/plots/index.ts';
import type { Block } from '../../src/report/report.ts';
import { pageData } from '../../src/report/page-data.ts';
import { runsColumns } from '../../src/report/page/runs-columns.ts';
import { plotThemes } from '../../src/report/plots/theme.ts';
import { absences, figureOf, madeReport, reportInput, sectionOf, wideStudy } from './report-kit.ts';

const monteCarlo = '{method: monte-carlo, runs: 40, seed: 5}';
const twoLevels = `  - {name: a, type: Param, values: [0, 1]}
  - {name: b, type: Param, values: [0, 1]}
  - {name: c, type: Param, values: [0, 1]}`;

describe('a report', () => {
  it('has fourteen sections, each with something to say', async () => {
    const report = await madeReport({ design: monteCarlo });
    expect(report.sections.map(({ id }) => id)).toEqual([
      ...['verdict', 'data', 'design', 'parallel', 'relations', 'effects', 'sensitivity'],
      ...['surface', 'objectives', 'convergence', 'timeline', 'failures', 'cost', 'reproduce'],
    ]);
    expect(report.sections.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
  });

  it('names each figure once, with a caption, and numbers where they are not the runs', async () => {
    const figures = figuresOf(await madeReport({ design: monteCarlo }));
    const ids = figures.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9-]+$/u.test(id))).toEqual([]);
    expect(figures.filter(({ caption }) => caption.length < 20)).toEqual([]);
    const ofRuns = figures.filter(({ numbers }) => numbers === undefined);
    expect(new Set(ofRuns.map(({ plot }) => plot.kind))).toEqual(new Set(['scatters', 'parallel']));
  });

  it('puts the unit on the axes', async () => {
    const { plot } = figureOf(await madeReport({ design: monteCarlo }), 'surface-y');
    expect(plot).toMatchObject({ xName: 'a [mm]', yName: 'b', valueName: 'y [kN]' });
  });

  it('shows beside a figure what the summary says of its estimator', async () => {
    const report = await madeReport({ design: '{method: monte-carlo, runs: 12, seed: 5}' });
    const [trust] = figureOf(report, 'running-mean').trust;
    expect(trust).toMatchObject({ estimator: 'moments', response: 'y', trust: 'limited' });
    expect(trust?.reasons.length).toBeGreaterThan(0);
  });
});

describe('of a study that goes on', () => {
  it('says its state and why, and when it was written', async () => {
    const input = await reportInput({ design: monteCarlo, isOver: false });
    const why = 'Paused by the guard streak: 5 runs in a row failed.';
    const summary = { ...input.summary, status: 'Paused', notes: [why] };
    const writtenAt = '2026-11-26T05:17:09.000Z';
    const report = await createReport({ ...input, summary, writtenAt });
    expect(report.state).toBe('Paused');
    expect(report.subtitle).toContain('as of 2026-11-26 05:17 UTC, before its end');
    const verdict = JSON.stringify(sectionOf(report, 'verdict').blocks);
    for (const words of [why, '2026-11-26 05:17 UTC', '"value":"Paused"'])
      expect(verdict).toContain(words);
    const ended = await createReport(input);
    expect(ended.subtitle).not.toContain('as of');
  });
});

const fifty = '{method: monte-carlo, runs: 50, seed: 5}';
const between = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

const sourcesOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) =>
    block.kind === 'source' ? [`${block.title}: ${block.text.replaceAll('\n', '; ')}`] : [],
  );

const tablesOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'table' ? [block.table.rows] : []));

describe('of a study that was stopped', () => {
  it('tells what was stopped apart from what failed and what never ran', async () => {
    const report = await madeReport({
      design: fifty,
      model: (_, run) => (run > 5 ? undefined : run),
      stopped: between(18, 40),
      toCome: between(41, 50),
    });
    const facts = sectionOf(report, 'verdict').blocks.flatMap((block) =>
      block.kind === 'facts' ? block.facts.map(({ name, value }) => [name, value]) : [],
    );
    expect(figureOf(report, 'core-hours').caption).toBe(
      'Of the core hours, 30 % (failed attempts) and 57.5 % (stopped attempts) gave no result.',
    );
    expect(Object.fromEntries(facts)).toMatchObject({
      ...{
        'Runs done': '5 of 50',
        'Runs failed': '12',
        'Runs stopped': '23',
        'Runs withdrawn': '10',
      },
    });
  });

  it.each([
    ['Stopped', true, 'To run what was stopped: doeflow retry made-1 --failed'],
    ['Paused', false, 'To go on, also with what was stopped: doeflow resume made-1'],
    ['Running', false, 'To see what becomes of them: doeflow status made-1'],
  ])('speaks of no failure where runs were only stopped: %s', async (status, isOver, way) => {
    const input = await reportInput({
      ...{ design: fifty, stopped: between(6, 50), isOver },
      model: (_, run) => (run > 5 ? undefined : run),
      message: 'stopped by a person',
    });
    const report = await createReport({ ...input, summary: { ...input.summary, status } });
    const { title, blocks } = sectionOf(report, 'failures');
    expect(title).toBe('Stopped runs');
    expect(absences({ id: 'failures', title, blocks })).toEqual(['No run failed.']);
    expect(blocks).toContainEqual({
      kind: 'text',
      text: '45 runs of 50 were stopped, by a person or a guard: nothing of them failed, so no count of failures has them.',
    });
    expect(tablesOf(blocks)).toEqual([
      [['stopped by a person', 45, '6, 7, 8, 9, 10, 11, 12, 13, …']],
    ]);
    expect(figuresOf(report).map(({ id }) => id)).not.toContain('failures');
    expect(figuresOf(report).map(({ id }) => id)).not.toContain('failure-places');
    expect(JSON.stringify(blocks)).not.toMatch(/go(es)? together/u);
    expect(sourcesOf(blocks)).toEqual([way]);
  });

  it.each([
    ['a failed run', 40, true],
    ['no failed run', 50, false],
  ])('of lines over all axes of %s tells dashes where there are some', async (_, most, isTold) => {
    const input = await reportInput({
      design: fifty,
      model: (_inputs, run) => (run > most ? undefined : run),
    });
    const { caption } = figureOf(await createReport(input), 'parallel');
    expect(caption.includes('Dashed lines are failed runs.')).toBe(isTold);
  });

  it('of a paused one what failed may be run again, and what was stopped goes on', async () => {
    const input = await reportInput({
      ...{ design: fifty, stopped: between(18, 40), isOver: false },
      model: (_, run) => (run > 5 ? undefined : run),
    });
    const report = await createReport({
      ...input,
      summary: { ...input.summary, status: 'Paused' },
    });
    const { title, blocks } = sectionOf(report, 'failures');
    expect(title).toBe('Failures, and stopped runs');
    expect(figureOf(report, 'failures').plot).toMatchObject({ series: [{ values: [22] }] });
    expect(figureOf(report, 'failures').caption).toContain('whose latest attempt failed.');
    expect(tablesOf(blocks).map((rows) => rows[0]?.[1])).toEqual([23]);
    expect(blocks.slice(-3).map(({ kind }) => kind)).toEqual(['table', 'text', 'source']);
    expect(sourcesOf(blocks).slice(1)).toEqual([
      'To run them again: doeflow logs made-1; doeflow retry made-1 --failed',
      'To go on, also with what was stopped: doeflow resume made-1',
    ]);
  });

  it.each([
    ['is left to run', between(41, 50), ['To go on without them: doeflow resume made-1']],
    ['is left to run', [], []],
  ])('a paused one goes on only where something %s: %j', async (_, toCome, ways) => {
    const input = await reportInput({
      ...{ design: fifty, toCome, isOver: false },
      model: (_inputs, run) => (run > 5 ? undefined : run),
    });
    const summary = { ...input.summary, status: 'Paused' };
    const report = await createReport({ ...input, summary });
    const [, again, ...others] = sourcesOf(sectionOf(report, 'failures').blocks);
    expect(again).toBe('To run them again: doeflow logs made-1; doeflow retry made-1 --failed');
    expect(others).toEqual(ways);
  });

  it('of one that its budget has paused, another limit comes before its failed runs run again', async () => {
    const input = await reportInput({
      ...{ design: fifty, toCome: between(41, 50), isOver: false },
      model: (_inputs, run) => (run > 5 ? undefined : run),
    });
    const summary = { ...input.summary, status: 'Paused' };
    const report = await createReport({ ...input, summary, needsLimit: true });
    const limit = 'doeflow budget made-1 --set AMOUNT';
    expect(sourcesOf(sectionOf(report, 'failures').blocks).slice(1)).toEqual([
      `To run them again: doeflow logs made-1; ${limit}; doeflow retry made-1 --failed`,
      `To go on without them: ${limit}; doeflow resume made-1`,
    ]);
  });

  it('counts what is missing of an open one by one rule wherever it is told', async () => {
    const input = await reportInput({
      design: fifty,
      model: (_, run) => (run > 5 ? undefined : run),
      stopped: between(18, 40),
      toCome: between(41, 50),
      isOver: false,
    });
    const withdrawn = { has: (run: number) => run > 47 };
    const { study, plan, attempts } = input;
    const table = studyTableOf(study, plan, mergeOutcomes(attempts), {
      ...{ isStudyOver: false, withdrawn },
    });
    const { statistics, findings } = analyseTable(study, table);
    const summary = composeSummary(study, statistics, findings, input.summary);
    const report = await createReport({ ...input, table, summary });
    const words = '7 not run yet, 12 failed, 23 stopped, 3 withdrawn';
    const verdict = sectionOf(report, 'verdict').blocks;
    expect(JSON.stringify(verdict)).toContain(`45 of 50 runs are missing (${words}): all results`);
    const facts = verdict.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toMatchObject({
      ...{ 'Not run yet': '7', 'Runs failed': '12', 'Runs stopped': '23' },
      ...{ 'Runs withdrawn': '3', 'Runs done': '5 of 50' },
    });
    expect(figureOf(report, 'failure-places').caption).toMatch(
      /, small grey ones all others, over/u,
    );
    expect(figureOf(report, 'failures').caption).toContain(`45 runs of 50 are missing: ${words}.`);
    expect(figureOf(report, 'design-pairs').caption).toMatch(
      /the 12 runs that failed.*33 other runs without a result: 23 stopped, 7 not run yet, 3 w/u,
    );
    const { states } = report.runs;
    const count = (word: string): number => states.filter((state) => state === word).length;
    expect(['Not run yet', 'Failed', 'Stopped', 'Withdrawn'].map(count)).toEqual([7, 12, 23, 3]);
  });
});

it('a cause on the axis begins with what the log says', async () => {
  const message =
    'the command ended with exit code 3; the log says: the solver diverged in element 12';
  const model = (_: readonly number[], run: number) => (run > 30 ? undefined : run);
  const report = await madeReport({ design: monteCarlo, model, message });
  const { plot } = figureOf(report, 'failures');
  expect(plot.kind === 'bars' && plot.categories).toEqual([
    'exit-code: the solver diverged in element 12',
  ]);
  expect(figureOf(report, 'failure-places').caption).not.toContain('grey');
});

describe('of a two-level design', () => {
  it('the effects stand by size, with the line of significance of the summary', async () => {
    const report = await madeReport({
      design: '{method: full-factorial}',
      inputs: twoLevels,
      model: ([a = 0, b = 0, c = 0], run) =>
        5 * a - 2 * b + 0.1 * c + 0.01 * run + 0.05 * a * b * c,
    });
    const { plot, numbers } = figureOf(report, 'effects-y');
    expect(numbers?.rows.map(([name]) => name).slice(0, 2)).toEqual(['a', 'b']);
    expect(plot.kind === 'bars' && plot.lines?.[0]?.value).toBeGreaterThan(0);
    expect(absences(sectionOf(report, 'convergence'))[0]).toMatch(/chosen points, no sample/u);

    const all = figureOf(report, 'half-normal-y');
    const names = all.plot.kind === 'points' ? all.plot.points.map(({ label }) => label) : [];
    expect(names.toSorted()).toEqual(['a', 'a × b', 'a × b × c', 'a × c', 'b', 'b × c', 'c']);
    expect(all.caption).toContain('7 contrasts of these runs, products of three inputs and more');
  });
});

describe('of a study with inputs of texts', () => {
  it('figures that need numbers say that they are left out, and what that means', async () => {
    const report = await madeReport({
      design: '{method: full-factorial, replicates: 2}',
      inputs: `  - {name: a, type: Design, values: [1, 2, 3]}
  - {name: b, type: Design, values: [-1, 0, 1]}
  - {name: c, type: Design, values: [red, blue, green]}`,
    });
    const reason = 'Left out: c (holds texts, and these results need numbers).';
    for (const id of ['first-order-y', 'regression-y', 'surface-y', 'fit-y']) {
      expect(figureOf(report, id).caption, id).toContain(reason);
    }
    for (const id of ['surface-y', 'fit-y']) {
      expect(figureOf(report, id).caption, id).toContain(
        'The fit is over all values of c together, held at none: at one of them the response may be another.',
      );
    }
    expect(figureOf(report, 'first-order-y').caption).toContain(
      'interactions and noise, and what the inputs that are left out do.',
    );
    expect(figureOf(report, 'surface-y').caption).toContain('two strongest inputs of numbers');
    for (const id of ['correlations', 'design-pairs']) {
      expect(figureOf(report, id).caption, id).toContain('Left out: c (holds texts).');
    }
  });

  it('are named nowhere where there are none', async () => {
    const report = await madeReport({ design: monteCarlo });
    expect(figuresOf(report).filter(({ caption }) => caption.includes('Left out'))).toEqual([]);
    expect(figureOf(report, 'first-order-y').caption).toMatch(/are interactions and noise\.$/u);
  });
});

describe('interactions', () => {
  const withText = `  - {name: a, type: Design, values: [1, 2, 3]}
  - {name: b, type: Design, values: [-1, 0, 1]}
  - {name: c, type: Design, values: [red, blue, green]}
  - {name: k, type: Design, values: [only]}`;

  it('of texts are shown, the strongest pair first', async () => {
    const report = await madeReport({
      design: '{method: full-factorial, replicates: 2}',
      inputs: withText,
      // The run's number gives the place of c, as the texts are no numbers.
      model: ([a = 0, b = 0], run) => a + b * (Math.floor((run - 1) / 18) - 1) + 0.01 * a * b,
    });
    const { plot, caption, numbers } = figureOf(report, 'interactions-y');
    const panels = plot.kind === 'lines' ? plot.panels : [];
    expect(panels).toHaveLength(2);
    expect(panels[0]).toMatchObject({ xName: 'b', title: 'lines by c' });
    expect(caption).toContain(
      '1 of 3 pairs explains less than a millionth of the variance together: not shown.',
    );
    expect(caption).toContain('The strongest come first, by the analysis of variance.');
    expect(caption).toContain('at least 6 runs');
    expect(numbers?.rows[0]).toEqual(['b, lines by c', 'c blue', -1, 6, expect.any(Number)]);
  });

  it('that are nothing but rounding are none', async () => {
    const report = await madeReport({
      design: '{method: full-factorial, replicates: 2}',
      inputs: withText,
      model: ([a = 0, b = 0]) => 0.1 * a + 0.3 * b,
    });
    expect(absences(sectionOf(report, 'effects'))).toContain(
      'No interaction plots of y: no pair of inputs explains more than a millionth of the variance together, by the analysis of variance.',
    );
  });

  it('and everything else of a response that is the same in all runs are left out for that reason', async () => {
    const report = await madeReport({
      design: '{method: full-factorial, replicates: 2}',
      inputs: withText,
      model: () => 5,
    });
    for (const id of ['effects', 'sensitivity', 'surface'] as const) {
      expect(absences(sectionOf(report, id)), id).toContain(
        'y is constant, 5 in all 54 runs: nothing moves it.',
      );
    }
  });

  it.each(['full-factorial', 'monte-carlo'])(
    'a response that only rounding moves is constant in every figure of a %s',
    async (method) => {
      const report = await madeReport({
        design:
          method === 'monte-carlo'
            ? '{method: monte-carlo, runs: 60, seed: 3}'
            : '{method: full-factorial, replicates: 2}',
        ...(method === 'full-factorial' && { inputs: withText }),
        model: (_, run) => (run % 2 === 0 ? 0.3 : 0.1 + 0.2),
      });
      const figures = figuresOf(report).map(({ id }) => id);
      expect(figures.filter((id) => id.endsWith('-y') || id === 'scatter-matrix')).toEqual([]);
      expect(figures.filter((id) => ['running-mean', 'distributions'].includes(id))).toEqual([]);
      for (const id of ['relations', 'effects', 'sensitivity', 'surface'] as const) {
        expect(absences(sectionOf(report, id)).join('\n'), id).toMatch(
          /^y is constant, 0\.3 in all \d+ runs, but for rounding: /mu,
        );
      }
      expect(figureOf(report, 'parallel').plot).not.toHaveProperty('colour');
      expect(figureOf(report, 'correlations').caption).toContain('y (is constant)');
      const { summary } = await reportInput({
        design: '{method: monte-carlo, runs: 60, seed: 3}',
        model: (_, run) => (run % 2 === 0 ? 0.3 : 0.1 + 0.2),
      });
      const told = summary.estimators.filter(({ reasons }) =>
        reasons.join().includes('doesn’t vary'),
      );
      expect(told.map(({ estimator }) => estimator)).toEqual(
        expect.arrayContaining(['correlations', 'sensitivity', 'polynomialChaos']),
      );
      expect(
        summary.correlations.pearson.flatMap(({ first, second }) => [first, second]),
      ).not.toContain('y');
    },
  );

  it('of rounding only have no bars beside real ones, and no spread', async () => {
    const twoLevels = ['a', 'b', 'c', 'd']
      .map((name) => `  - {name: ${name}, type: Design, values: [0.1, 0.7]}`)
      .join('\n');
    const sum = ([a = 0, b = 0]: readonly number[]): number => 0.1 * a + 0.3 * b + 2e-10 * a * b;
    const effects = figureOf(
      await madeReport({ design: '{method: full-factorial}', inputs: twoLevels, model: sum }),
      'effects-y',
    );
    expect(effects.plot).toMatchObject({ categories: ['b', 'a'] });
    expect(effects.caption).toContain(
      'Not drawn: 8 effects with less than a millionth of the variance; the numbers have all.',
    );
    expect(effects.numbers?.rows).toHaveLength(10);
    const levels = twoLevels.replaceAll('0.7]', '0.4, 0.7]');
    const shares = figureOf(
      await madeReport({ design: '{method: full-factorial}', inputs: levels, model: sum }),
      'variance-y',
    );
    expect(shares.plot).toMatchObject({ categories: ['b', 'a'] });
    expect(shares.caption).toContain('Not drawn: 8 terms with less than a millionth');
    const morris = await madeReport({
      design: '{method: morris, trajectories: 10, levels: 4, seed: 3}',
      model: ([a = 0, b = 0]) => 0.1 * a + 0.3 * b,
    });
    expect(absences(sectionOf(morris, 'sensitivity'))).toContain(
      'No figure of size and spread of the effects on y: each input has the same effect everywhere, so no spread is more than rounding.',
    );
  });

  it('have no half-normal plot and no margin where the smaller ones are rounding', async () => {
    const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
      .map((name) => `  - {name: ${name}, type: Design, values: [0.1, 0.7]}`)
      .join('\n');
    const report = await madeReport({
      design: '{method: plackett-burman}',
      inputs: seven,
      model: ([a = 0, b = 0]) => 0.1 * a + 0.3 * b,
    });
    expect(figuresOf(report).map(({ id }) => id)).not.toContain('half-normal-y');
    expect(figureOf(report, 'effects-y').caption).toContain('there is no line of significance');
  });

  it('name the pairs without lines, and of many pairs those that are left out', async () => {
    const few = await madeReport({ design: '{method: monte-carlo, runs: 8, seed: 5}' });
    expect(absences(sectionOf(few, 'effects'))).toContain(
      'No interaction plots of y: a × b (a point would be the mean of too few runs).',
    );
    const wide = await madeReport(wideStudy(200, 6, 0));
    const { caption, plot } = figureOf(wide, 'interactions-y');
    expect(plot.kind === 'lines' && plot.panels).toHaveLength(6);
    expect(caption).toMatch(/Left out of 15 pairs: in\d × in\d, (?:in\d × in\d(?:, )?){8}\./u);
  });
});

describe('of a Saltelli design', () => {
  it('first and total indices have their intervals', async () => {
    const report = await madeReport({ design: '{method: saltelli, baseSamples: 32, seed: 1}' });
    const { plot } = figureOf(report, 'sobol-y');
    expect(plot.kind === 'bars' && plot.series.map(({ name }) => name)).toEqual([
      'first order',
      'total',
    ]);
    expect(plot.kind === 'bars' && plot.series[1]?.intervals?.every((ends) => ends !== null)).toBe(
      true,
    );
  });
});

describe('of a Saltelli design with second-order blocks', () => {
  it('the indices of pairs have their intervals, the largest first, as the summary has them', async () => {
    const made = {
      design: '{method: saltelli, baseSamples: 64, seed: 1, secondOrder: true}',
      model: ([a = 0, b = 0]: readonly number[]) => a * b,
    };
    const input = await reportInput(made);
    const { plot, numbers } = figureOf(await createReport(input), 'second-order-y');
    const [found] = input.summary.sobol?.[0]?.second ?? [];
    const { value = NaN, halfWidth = NaN } = found?.index ?? {};
    expect(numbers?.rows).toEqual([['a', 'b', value, value - halfWidth, value + halfWidth]]);
    expect(plot.kind === 'bars' && plot.categories).toEqual(['a × b']);
    expect(plot.kind === 'bars' && plot.series[0]?.intervals?.[0]?.[1]).toBe(value + halfWidth);
  });
});

describe('truth values', () => {
  it('are true and false in the table of runs, as in results.csv, and constraints kept or broken', async () => {
    const report = await madeReport({
      design: monteCarlo,
      variables:
        '  - {name: flag, type: Output, valueType: boolean, from: {file: r.json, pointer: /flag}}\n  - {name: good, type: Constraint, expression: y > 1}',
      further: (_, y) => ({ flag: y > 2, good: y > 1 }),
    });
    const columns = runsColumns(pageData(report));
    const flag = columns.find(({ title }) => title === 'flag');
    const good = columns.find(({ title }) => title === 'good');
    const y = report.runs.columns.find(({ name }) => name === 'y')?.values ?? [];
    expect(flag?.cells).toEqual(y.map((value) => String(Number(value) > 2)));
    expect(good?.cells).toEqual(y.map((value) => String(Number(value) > 1)));
    expect(flag?.textOf('true')).toBe('true');
    expect([good?.textOf('true'), good?.textOf('false'), good?.textOf(null)]).toEqual([
      ...['kept', 'broken', '–'],
    ]);
  });
});

it('above so many points, the design says why nothing tells how even they are', async () => {
  const report = await madeReport({ design: '{method: monte-carlo, runs: 3001, seed: 5}' });
  expect(absences(sectionOf(report, 'design'))).toContain(
    'No discrepancy and no closest points: they are of all pairs of points, which are too many above 3000 points, and here are 3001.',
  );
});

it('intervals that no number holds are counted where their whiskers are missing', async () => {
  const report = await madeReport({
    design: '{method: full-factorial, replicates: 2}',
    inputs:
      '  - {name: a, type: Param, values: [0, 1, 2]}\n  - {name: b, type: Param, values: [0, 1]}',
    model: ([a = 0, b = 0]) => (a === 1 ? (b === 0 ? 1 : -1) * Number.MAX_VALUE : a),
  });
  expect(figureOf(report, 'main-effects-y').caption).toMatch(
    /\d of 5 intervals end beyond the largest number, and are left out/u,
  );
});

it('findings of several values have four digits each', async () => {
  const input = await reportInput({ design: monteCarlo });
  const value = [0.36316944965284, 60.565631085005];
  const finding = { name: 'f', value } as unknown as (typeof input.summary.findings)[number];
  const report = await createReport({
    ...input,
    summary: { ...input.summary, findings: [finding] },
  });
  expect(JSON.stringify(sectionOf(report, 'verdict'))).toContain('0.3632, 60.57');
});

describe('of a study with cases', () => {
  it('what is of one case names its values', async () => {
    const report = await madeReport({
      design: '{method: latin-hypercube, runs: 40, seed: 1}',
      variables: '  - {name: load, type: Case, values: [low, high]}',
    });
    const titles = figuresOf(report).map(({ title }) => title);
    expect(titles).toContain('Sobol’ indices of y by polynomial chaos, case 1: load = low');
    expect(titles).toContain('Sobol’ indices of y by polynomial chaos, case 2: load = high');
    const { trust } = figureOf(report, 'chaos-y-1');
    expect(trust.map(({ caseName }) => caseName)).toEqual(['case 1: load = low']);
    expect(renderReport(report, '')).toContain('polynomialChaos of y (case 1: load = low)');
  });
});

describe('of a study with objectives', () => {
  const mass = '  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}';
  const strength = '  - {name: good, type: Constraint, expression: y > 1}';

  it('one objective has its best value so far and its best runs', async () => {
    const report = await madeReport({ design: monteCarlo, variables: `${mass}\n${strength}` });
    const rows = figureOf(report, 'best-mass').numbers?.rows ?? [];
    const best = rows.map(([, value]) => Number(value));
    expect(best).toEqual(best.toSorted((a, b) => b - a));
    const table = sectionOf(report, 'verdict').blocks.find((block) => block.kind === 'table');
    expect(table).toMatchObject({ title: expect.stringMatching(/^Best designs: smallest mass/u) });
  });

  it('of a front, designs from one end to the other are shown, and the title says so', async () => {
    const up = '  - {name: up, type: Objective, expression: y, goal: minimize}';
    const report = await madeReport({
      ...{ design: monteCarlo, variables: `${mass}\n${up}` },
      further: (_, y) => ({ mass: 4 - y, up: y }),
    });
    const table = sectionOf(report, 'verdict').blocks.find((block) => block.kind === 'table');
    if (table?.kind !== 'table') throw new Error('Expected a table of designs, got none');
    expect(table.title).toBe('Designs on the Pareto front: 5 of 40, spread over mass');
    const place = table.table.head.indexOf('mass');
    const shown = table.table.rows.map((row) => Number(row[place]));
    const all = report.runs.columns.find(({ name }) => name === 'mass')?.values.map(Number) ?? [];
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect([shown[0], shown.at(-1)]).toEqual([Math.min(...all), Math.max(...all)]);
  });

  it('runs that break a constraint are no best designs', async () => {
    const report = await madeReport({
      design: monteCarlo,
      variables: `  - {name: mass, type: Objective, expression: 4 - y, goal: maximize}\n${strength}`,
    });
    const rows = figureOf(report, 'best-mass').numbers?.rows ?? [];
    expect(Math.max(...rows.map(([, value]) => Number(value)))).toBeLessThan(3);
  });

  it('a front tells runs that break a constraint apart, and says so', async () => {
    const made = {
      design: '{method: latin-hypercube, runs: 30, seed: 4}',
      variables:
        '  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}\n  - {name: up, type: Objective, expression: y, goal: minimize}',
      model: ([a = 0, b = 0]: readonly number[], run: number) =>
        run === 7 ? undefined : 3 * a + b * b,
      further: (_: readonly number[], y: number) => ({ mass: 4 - y, up: y, good: y > 1 }),
    };
    const rule = '\n  - {name: good, type: Constraint, expression: y > 1}';
    const report = await madeReport({ ...made, variables: `${made.variables}${rule}` });
    const { plot, caption } = figureOf(report, 'pareto-front');
    const open = plot.kind === 'scatters' ? plot.marked?.open : undefined;
    const good = report.runs.columns.find(({ name }) => name === 'good')?.values ?? [];
    const broken = report.runs.runs.filter((_, place) => good[place] === 0);
    expect(broken.length).toBeGreaterThan(3);
    expect(open).toEqual({ name: 'breaks a constraint', runs: broken });
    expect(caption).toContain(`Open grey points are the ${broken.length} runs that break`);
    expect(caption).toContain('1 run without a result can’t be drawn.');
    const { series } = drawPlot(plot, {
      ...{ theme: plotThemes.light, runs: report.runs, width: 680 },
    }).option as { series: readonly { name?: string; data: readonly unknown[] }[] };
    expect(series.find(({ name }) => name === 'breaks a constraint')?.data).toHaveLength(
      broken.length,
    );
    const free = figureOf(await madeReport(made), 'pareto-front');
    expect(free.caption).not.toContain('break a constraint');
  });

  it('without one, the section says why there is no figure', async () => {
    const report = await madeReport({ design: monteCarlo });
    expect(absences(sectionOf(report, 'objectives'))[0]).toMatch(/names no objective/u);
  });
});

describe('of a study with failures', () => {
  it('they stand by cause with runs and message, and where they lie', async () => {
    const report = await madeReport({
      design: '{method: latin-hypercube, runs: 60, seed: 2}',
      model: ([a = 0, b = 0]) => (a > 0.65 ? undefined : a + b),
      message: 'error 7',
    });
    const [row] = figureOf(report, 'failures').numbers?.rows ?? [];
    expect(row?.slice(0, 3)).toEqual(['exit-code', null, 21]);
    expect(row?.[4]).toBe('error 7');
    expect(JSON.stringify(sectionOf(report, 'failures').blocks)).toMatch(/high values of a/u);
    expect(figureOf(report, 'failure-places').plot).toMatchObject({ panels: [{ x: 'a', y: 'b' }] });
  });

  it('the nominal run, which no count has, is told where it alone failed, with what runs it again', async () => {
    const input = await reportInput({ design: monteCarlo });
    const of = { run: 0, attempt: 1, jobNumber: 1, values: {} };
    const message = 'the command ended with exit code 9';
    const attempts = [
      [{ ...of, status: 'Failed' as const, reason: 'exit-code' as const, message }],
      ...input.attempts,
    ];
    const report = await createReport({ ...input, attempts });
    const { blocks } = sectionOf(report, 'failures');
    expect(absences({ id: 'failures', title: '', blocks })).toEqual(['No run of the plan failed.']);
    expect(JSON.stringify(blocks)).toContain('The nominal run (run 0) failed');
    expect(JSON.stringify(blocks)).toContain(`exit-code: ${message}`);
    expect(sourcesOf(blocks).join(' ')).toContain('--failed');
    expect(JSON.stringify(sectionOf(report, 'verdict').blocks)).toContain('beside the nominal run');
  });

  it('causes are those of `doeflow status`, not reasons alone', async () => {
    const input = await reportInput({ design: monteCarlo, model: () => undefined });
    const causes = [
      [7, 'the command ended with exit code 7'],
      [139, 'SIGSEGV'],
      [3, '0.28 no licence'],
      [7, 'the command ended with exit code 7'],
      [3, '-0.84 no licence'],
      [7, 'the command ended with exit code 7'],
    ] as const;
    const attempts = input.attempts.map((outcomes) =>
      outcomes.slice(0, causes.length).map((outcome, place) => {
        const [exitCode, message] = causes[place] ?? [];
        return { ...outcome, exitCode, message };
      }),
    );
    const report = await createReport({ ...input, attempts });
    const { plot, numbers } = figureOf(report, 'failures');
    expect(numbers?.rows.map(([, code, runs, , said]) => [code, runs, said])).toEqual([
      [7, 3, 'the command ended with exit code 7'],
      [3, 2, '0.28 no licence'],
      [139, 1, 'SIGSEGV'],
    ]);
    expect(numbers?.rows.map(([, , runs]) => runs)).toEqual(
      causesOf(attempts).map(({ runs }) => runs),
    );
    expect(plot.kind === 'bars' && plot.categories[0]).toBe(
      'exit-code: the command ended with exit code 7',
    );
  });

  it('where all failed, figures of responses are absent with a reason each', async () => {
    const report = await madeReport({ design: monteCarlo, model: () => undefined });
    for (const id of ['parallel', 'relations', 'effects', 'sensitivity', 'surface']) {
      expect(absences(sectionOf(report, id)).length, id).toBeGreaterThan(0);
    }
  });
});

describe('the timeline', () => {
  it('tells a short study in seconds', async () => {
    const report = await madeReport({ design: '{method: monte-carlo, runs: 2, seed: 5}' });
    const { caption, plot } = figureOf(report, 'timeline');
    expect(caption).toContain('All took 50 seconds, in which 0.8 runs ran at a time on average');
    expect(
      JSON.stringify(drawPlot(plot, { theme: plotThemes.light, runs: report.runs, width: 900 })),
    ).toContain('seconds since the first run began');
  });

  it('says which part of many attempts it draws', async () => {
    const report = await madeReport({ design: '{method: monte-carlo, runs: 1300, seed: 5}' });
    expect(figureOf(report, 'timeline').caption).toContain('Of 1,300 attempts one in 3 is drawn.');
    expect(figureOf(report, 'timeline').caption).toContain('All took 11 hours');
  });
});

it('counts have separators of thousands', async () => {
  const report = await madeReport({ design: '{method: monte-carlo, runs: 1300, seed: 5}' });
  const facts = sectionOf(report, 'verdict').blocks.flatMap((block) =>
    block.kind === 'facts' ? block.facts : [],
  );
  expect(facts.find(({ name }) => name === 'Runs done')?.value).toBe('1,300 of 1,300');
  expect(report.subtitle).toContain(' · 1,300 runs · ');
});

describe('the verdict', () => {
  const objective = `  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}
  - {name: good, type: Constraint, expression: y > LIMIT}`;
  const verdictOf = async (limit: number, design = monteCarlo): Promise<string> => {
    const report = await madeReport({ design, variables: objective.replace('LIMIT', `${limit}`) });
    return JSON.stringify(sectionOf(report, 'verdict').blocks);
  };

  it('says that no run keeps the constraints', async () => {
    const words = 'None of 40 accepted runs keeps all constraints, so there is no best design.';
    expect(await verdictOf(-1)).not.toContain(words);
    const { table, ...input } = await reportInput({
      design: monteCarlo,
      variables: objective.replace('LIMIT', '1'),
    });
    const columns = table.columns.map((column) =>
      column.role === 'constraint' ? { ...column, values: new Float64Array(40) } : column,
    );
    const report = await createReport({ ...input, table: { ...table, columns } });
    expect(JSON.stringify(sectionOf(report, 'verdict').blocks)).toContain(words);
  });

  it('names each of the best designs once, however often it ran', async () => {
    const design = '{method: monte-carlo, runs: 12, seed: 5, replicates: 3}';
    const report = await madeReport({ design, variables: objective.replace('LIMIT', '-1') });
    const best = sectionOf(report, 'verdict').blocks.flatMap((block) =>
      block.kind === 'table' && block.title?.startsWith('Best designs') === true ? [block] : [],
    )[0];
    expect(best?.title).toMatch(/, the best run of each design$/u);
    const rows = best?.table.rows.map((row) => JSON.stringify(row.slice(-3, -1))) ?? [];
    expect(rows).toHaveLength(5);
    expect(new Set(rows).size).toBe(5);
  });
});

it('says why a polynomial chaos of inputs that depend on each other has no indices', async () => {
  const report = await madeReport({
    design: '{method: monte-carlo, runs: 60, seed: 5, correlation: [[a, b, 0.9]]}',
  });
  const sensitivity = JSON.stringify(sectionOf(report, 'sensitivity').blocks);
  expect(sensitivity).toContain('No Sobol’ indices of y by polynomial chaos: design.correlation');
  expect(sensitivity).toContain('the bars don’t add up to 1');
});

describe('of a study whose hardware was amended', () => {
  it('the cost names the hardware of each revision, and its part, also of one that has no runs yet', async () => {
    const input = await reportInput({ design: '{method: monte-carlo, runs: 6, seed: 1}' });
    const [outcomes = []] = input.attempts;
    const attempts = [outcomes.map((one, place) => ({ ...one, jobNumber: place < 2 ? 1 : 2 }))];
    const words = ['emerald', 'onyx', 'ruby'];
    const slots = {
      cores: (job: number) => job,
      hourCost: (job: number) => job,
      hardware: (job = 3) => ({ revision: job, words: words[job - 1] ?? '' }),
    };
    const tables = async (of: typeof slots | undefined) =>
      sectionOf(await createReport({ ...input, attempts, slots: of }), 'cost').blocks.flatMap(
        (block) => (block.kind === 'table' ? [block] : []),
      );
    expect(await tables(undefined)).toEqual([]);
    const [table] = await tables(slots);
    expect(table?.title).toBe('Hardware of each revision, and its part of the cost');
    expect(table?.table.head.at(-2)).toBe('run time at its price, USD');
    // Two runs of 20 s at 1 an hour on one core, four at 2 on two.
    const rounded = table?.table.rows.map((row) =>
      row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(3)) : cell)),
    );
    expect(rounded).toEqual([
      ['as started', 'emerald', 2, 0.0111, 0.0111, 20],
      ['revision 2', 'onyx', 4, 0.0444, 0.0444, 80],
      ['revision 3', 'ruby', 0, 0, 0, 0],
    ]);
  });
});
