import { describeBias, type FailureBias } from './failure-bias.ts';
import type { NumericColumn, StudyStructure } from './study-table.ts';
import type { AnovaSummary } from './summarise-factors.ts';
import type { ChaosSummary } from './summarise-chaos.ts';
import type { ResponseSensitivity } from './summarise-response.ts';
import type { MorrisSummary, SobolSummary } from './summarise-structure.ts';

/** How far one family of results can be trusted. */
export interface EstimatorTrust {
  /** Field of the summary that holds the results. */
  readonly estimator: 'moments' | 'sensitivity' | 'anova' | 'sobol' | 'morris' | 'polynomialChaos';
  readonly response: string;
  readonly case?: number;
  /** The runs that it can only use together. */
  readonly needs: 'each run' | 'a block of runs' | 'two runs of a step' | 'all runs';
  /** Of those: how many the design has, and how many are whole. */
  readonly planned: number;
  readonly used: number;
  /** `none`: there is no result. */
  readonly trust: 'good' | 'limited' | 'none';
  /** Why not `good`, in sentences. */
  readonly reasons: readonly string[];
}

/** The results that are judged. */
export interface JudgedResults {
  readonly sensitivity: readonly ResponseSensitivity[];
  readonly anova: readonly AnovaSummary[];
  readonly chaos: readonly ChaosSummary[];
  readonly sobol: readonly SobolSummary[];
  readonly morris: readonly MorrisSummary[];
}

/** Below this share of explained variance, coefficients of a fit say little. */
const leastFit = 0.7;

/** The same for a fit whose indices are read as the response's own. */
const leastPrediction = 0.9;

/** Half width of an index' interval above which its digits mean little. */
const widestInterval = 0.1;

/** Fewer elementary effects than this don't show a spread. */
const leastEffects = 4;

/**
 * What each estimator needed together, got, and is worth.
 * @param responses over all runs, NaN where a run doesn't count
 */
export function judgeEstimators(
  responses: readonly NumericColumn[],
  bias: readonly FailureBias[],
  structure: StudyStructure | undefined,
  { sensitivity, anova, chaos, sobol, morris }: JudgedResults,
): readonly EstimatorTrust[] {
  const { method, cases = 1 } = structure ?? {};
  const biased = bias.map((found) => `failures go together with ${describeBias(found)}`);
  const judge = (
    parts: Omit<EstimatorTrust, 'trust' | 'reasons'>,
    found: readonly (string | false)[],
  ): EstimatorTrust => {
    const reasons = [...found.filter((reason) => reason !== false), ...biased];
    const trust = parts.used === 0 ? 'none' : reasons.length > 0 ? 'limited' : 'good';
    return { ...parts, trust, reasons };
  };
  const percent = (share: number): string => `${Math.max(0, Math.round(share * 100))} %`;
  return responses.flatMap(({ name, values }) => {
    const planned = values.length;
    const used = values.reduce((count, value) => (Number.isFinite(value) ? count + 1 : count), 0);
    const lost = used < planned && `${planned - used} of ${planned} runs gave no value`;
    const base = { response: name, needs: 'each run', planned, used } as const;
    const ownFit = sensitivity.find(({ response }) => response === name);
    const table = anova.find(({ response }) => response === name);
    return [
      judge({ ...base, estimator: 'moments' }, [
        used < 2 && 'fewer than two runs gave a value',
        lost,
      ]),
      ...(ownFit
        ? [
            judge({ ...base, estimator: 'sensitivity' }, [
              ownFit.r2 === undefined
                ? 'too few runs, or inputs that depend on each other, for a regression'
                : ownFit.r2 < leastFit &&
                  `the linear regression explains ${percent(ownFit.r2)} of the variance: its coefficients say little`,
              lost,
            ]),
          ]
        : []),
      ...(table
        ? [
            judge({ ...base, estimator: 'anova', needs: 'all runs' }, [
              lost &&
                `${lost}: the design is no longer balanced, and level means mix in other inputs`,
              table.residual.freedom < 3 && 'fewer than three degrees of freedom measure the error',
            ]),
          ]
        : []),
      ...chaos
        .filter(({ response }) => response === name)
        .map((own) =>
          judge(
            {
              ...base,
              estimator: 'polynomialChaos',
              ...(own.case === undefined ? {} : { case: own.case }),
              planned: planned / cases,
              used: own.runs,
            },
            [
              own.q2 < leastPrediction &&
                `it predicts ${percent(own.q2)} of the variance of runs left out`,
              own.indices === undefined && 'inputs depend on each other, so it gives no indices',
            ],
          ),
        ),
      ...(method === 'saltelli' ? judgeSobol(name, sobol, planned / cases, judge) : []),
      ...(method === 'morris' ? judgeMorris(name, morris, planned / cases, judge) : []),
    ];
  });
}

type Judge = (
  parts: Omit<EstimatorTrust, 'trust' | 'reasons'>,
  reasons: readonly (string | false)[],
) => EstimatorTrust;

function judgeSobol(
  name: string,
  sobol: readonly SobolSummary[],
  rows: number,
  judge: Judge,
): readonly EstimatorTrust[] {
  const base = { estimator: 'sobol', response: name, needs: 'a block of runs' } as const;
  const own = sobol.filter(({ response }) => response === name);
  if (own.length === 0) {
    return [judge({ ...base, planned: 0, used: 0 }, [`${rows} rows don't make whole blocks`])];
  }
  return own.map(({ blocks, indices, ...found }) => {
    const all = indices.flatMap(({ first, total }) => [first, total]);
    const known = all.filter((index) => index !== undefined);
    const used = known.length < all.length ? 0 : Math.min(...known.map((index) => index.blocks));
    const widest = Math.max(0, ...known.map(({ halfWidth = 0 }) => halfWidth));
    return judge(
      { ...base, ...(found.case === undefined ? {} : { case: found.case }), planned: blocks, used },
      [
        used < blocks && `${blocks - used} of ${blocks} blocks lack a run that an index needs`,
        widest > widestInterval &&
          `an interval is ± ${widest.toPrecision(2)}: more base samples make it narrower`,
      ],
    );
  });
}

function judgeMorris(
  name: string,
  morris: readonly MorrisSummary[],
  rows: number,
  judge: Judge,
): readonly EstimatorTrust[] {
  return morris
    .filter(({ response }) => response === name)
    .map(({ effects, inputs, ...found }) => {
      const planned = Math.round((rows / (inputs + 1)) * inputs);
      const used = effects.reduce((sum, { count }) => sum + count, 0);
      const fewest = effects.length < inputs ? 0 : Math.min(...effects.map(({ count }) => count));
      return judge(
        {
          estimator: 'morris',
          response: name,
          needs: 'two runs of a step',
          ...(found.case === undefined ? {} : { case: found.case }),
          planned,
          used,
        },
        [
          used < planned && `${planned - used} of ${planned} steps lack a run`,
          fewest < leastEffects && `an input has ${fewest} effects, fewer than ${leastEffects}`,
        ],
      );
    });
}
