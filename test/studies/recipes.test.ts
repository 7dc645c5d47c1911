/** The recipes with a solver or a model of another language: each runs as its README says, and comes near what theory says. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { numbersOf, runStudy, temporaryFolder, type EndedStudy } from './run-study.ts';

/** What is on PATH; a program that isn't is named in the title of what is skipped. */
const missing = (...programs: readonly string[]): readonly string[] =>
  programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
const titled = (study: string, lacks: readonly string[]): string =>
  lacks.length === 0
    ? `the study ${study}`
    : `the study ${study} (skipped: no ${lacks.join(', ')} on PATH; its README says what to install)`;

async function runRecipe(name: string): Promise<EndedStudy> {
  const folder = temporaryFolder(afterAll);
  return runStudy(`studies/${name}`, join(folder, 'results'), {
    DOEFLOW_HOME: join(folder, 'home'),
    DOEFLOW_LOCAL_SPEED: '50',
  });
}

function findingsOf(study: EndedStudy): Readonly<Record<string, number>> {
  const findings = study.summary['findings'] as readonly { name: string; value: number }[];
  return Object.fromEntries(findings.map(({ name, value }) => [name, value]));
}

const withoutSolver = missing('ccx');
describe.skipIf(withoutSolver.length > 0)(titled('bracket', withoutSolver), () => {
  it('computes the peak stress beside a hole within 3 % of Peterson’s curve in every run', async () => {
    const study = await runRecipe('bracket');
    expect(study.printed.runs).toMatchObject({ total: 40, done: 40, failed: 0 });
    const [stress, width, hole, thickness, load] = [
      ...['stress', 'width', 'hole', 'thickness', 'load'],
    ].map((name) => numbersOf(study.rows, name));
    for (const row of study.rows.keys()) {
      const [w = NaN, d = NaN] = [width?.[row], hole?.[row]];
      const a = 1 - d / w;
      const factor = 2 + 0.284 * a - 0.6 * a ** 2 + 1.32 * a ** 3;
      const published = (factor * (load?.[row] ?? NaN)) / ((w - d) * (thickness?.[row] ?? NaN));
      expect(Math.abs((stress?.[row] ?? NaN) / published - 1)).toBeLessThan(0.03);
    }
    expect(findingsOf(study)['Smallest mass that holds']).toBeCloseTo(374.1, 0);
  });
});

const withoutXfoil = missing('xfoil', 'cc');
describe.skipIf(withoutXfoil.length > 0)(titled('airfoil', withoutXfoil), () => {
  it('comes near thin-airfoil theory: lift slope, angle without lift, moment', async () => {
    const study = await runRecipe('airfoil');
    expect(study.printed.runs).toMatchObject({ total: 42, done: 42, failed: 0 });
    const found = findingsOf(study);
    const slope = (2 * Math.PI * Math.PI) / 180;
    for (const name of ['0012', '2412']) {
      const off = (found[`Lift slope of ${name} per degree`] ?? NaN) / slope - 1;
      expect(Math.abs(off)).toBeLessThan(0.03);
    }
    expect(Math.abs((found['Angle without lift of 2412'] ?? NaN) + 2.077)).toBeLessThan(0.15);
    const level = study.rows.filter(({ alpha, foil }) => alpha === '0' && foil === '2412');
    expect(level).toHaveLength(3);
    for (const cm of numbersOf(level, 'cm')) expect(Math.abs(cm + 0.0531)).toBeLessThan(0.002);
  });
});

const withoutPython = missing('python3');
describe.skipIf(withoutPython.length > 0)(titled('pendulum', withoutPython), () => {
  it('integrates the period of the series, and finds gravity to matter least', async () => {
    const study = await runRecipe('pendulum');
    expect(study.printed.runs).toMatchObject({ total: 160, done: 160, failed: 0 });
    expect(Math.max(...numbersOf(study.rows, 'off'))).toBeLessThan(5e-5);
    const [{ indices } = { indices: [] }] = study.summary['sobol'] as readonly {
      readonly indices: readonly { readonly variable: string; readonly total: { value: number } }[];
    }[];
    const ranked = [...indices].sort((one, other) => other.total.value - one.total.value);
    expect(ranked.map(({ variable }) => variable)).toEqual(['length', 'amplitude', 'gravity']);
  });
});
