/** A study becomes a plan: which runs there are, with which values, in which jobs. Pure and repeatable, byte for byte. */
import { designMethods } from '../design/index.ts';
import { DesignError } from '../errors.ts';
import { createCaseTable, nominalCase } from './case-table.ts';
import type { CompileExpression } from './compile-expression.ts';
import { createRowCompleter, showPoint } from './complete-rows.ts';
import { cutJobs } from './cut-jobs.ts';
import { inputsOf } from './design-spec.ts';
import { designStages } from './design-stages.ts';
import { findEqualRows } from './find-equal-rows.ts';
import { correlationNotes } from './correlation-notes.ts';
import { halfWeightNotes } from './half-weight-notes.ts';
import { joinRows } from './join-rows.ts';
import { mostRuns } from './most-runs.ts';
import { nominalRow } from './nominal-row.ts';
import type { Plan } from './plan.ts';
import type { FeasibleRows } from './refuse-rows.ts';
import { tieNotes } from './tie-notes.ts';
import { createRunBlocks } from './run-blocks.ts';
import type { RunOrder } from './run-order.ts';
import { fillScope, type RowSource } from './row-source.ts';
import type { StringTable } from './string-table.ts';
import type { Cell } from '../design/cell.ts';
import type { DesignMethod } from '../design/design-settings.ts';
import type { CaseVariable, InputVariable, Study } from './study.ts';

/** What planning needs beside the study. */
export interface PlanDependencies {
  /** The CSVs that the study names, by path as written. */
  readonly tables: ReadonlyMap<string, StringTable>;
  readonly compileRunExpression: CompileExpression;
  /** That a plan of the same study was made before: equal rows aren't looked for again. */
  readonly isRepeated?: boolean;
}

/** @throws DesignError with the path inside the study file */
export function planStudy(study: Study, dependencies: PlanDependencies): Plan {
  const inputs = inputsOf(study);
  const caseVariables = study.variables.filter(
    (variable): variable is CaseVariable => variable.type === 'Case',
  );
  const completer = createRowCompleter(inputs, dependencies.compileRunExpression);
  const { tables, compileRunExpression: compile } = dependencies;
  refuseCondition(study);
  const stages = designStages(study, { completer, compile, tables });
  const rows = joinRows(stages.map((stage) => stage.rows));
  const mayHoldEqualRows =
    designMethods[study.design.method].kind === 'whole' || dependencies.isRepeated === true;
  const cases = createCaseTable(caseVariables);
  const { replicates, includeNominalRun, seed, seedGiven, method } = study.design;
  const runCount = rows.rowCount * cases.count * replicates;
  if (!Number.isSafeInteger(runCount) || runCount > mostRuns) {
    throw new DesignError('DESIGN_SIZE', `Expected at most ${mostRuns} runs, got ${runCount}`, {
      hint: 'take fewer rows, cases or replicates, or make several studies of it',
      path: ['design'],
    });
  }
  if (!mayHoldEqualRows) refuseEqualRows(rows, inputs, study.design.method);
  const order: RunOrder = {
    rows: rows.rowCount,
    cases: cases.count,
    replicates,
    ...(stages.length === 1 ? {} : { stages: stages.map((stage) => stage.rows.rowCount) }),
  };
  const nominal = includeNominalRun
    ? new Map([...nominalRow(study, completer), ...nominalCase(caseVariables)])
    : undefined;
  const columns = study.variables.flatMap(({ type, name }) =>
    type === 'Param' || type === 'Design' || type === 'Case' ? [name] : [],
  );
  const isRandom = inputs.some(
    ({ source }) => source.kind === 'generator' || source.kind === 'levels',
  );
  const seedNote =
    seedGiven || !isRandom || method === 'table' || method === 'full-factorial'
      ? []
      : [`No seed was given: seed ${seed} is used.`];
  return {
    runCount,
    includesNominalRun: includeNominalRun,
    columns,
    caseColumns: caseVariables.map(({ name }) => name),
    jobs: cutJobs({
      runCount,
      cases: cases.count,
      runsPerJob: study.execution.runsPerJob,
      canary: study.execution.canary,
      includesNominalRun: includeNominalRun,
      // Without a column of its own the param file would be empty, which the platform refuses.
      mayUseCaseFile:
        caseVariables.length > 0 && inputs.length > 0 && (study.runColumns ?? []).length === 0,
    }),
    ...order,
    ...(method === 'table' || study.design.where !== undefined
      ? {}
      : { origin: { study, tables, from: 0 } }),
    ...refusedBy(study, stages),
    notes: [
      ...seedNote,
      ...halfWeightNotes(study.design, inputs),
      ...correlationNotes(study.design, inputs, rows),
      ...tieNotes(study, rows),
      ...canaryNote(study, runCount),
      ...stages.flatMap(({ notes }) => notes),
    ],
    block: createRunBlocks({ rows, cases, columns, inputs, nominal, order, runCount }),
  };
}

/** A canary that leaves nothing to hold back. */
function canaryNote({ execution: { canary } }: Study, runCount: number): readonly string[] {
  if (canary === undefined || canary < runCount) return [];
  return [
    `The canary of ${canary} runs is not less than all ${runCount} runs of the study, so it holds nothing back: give \`canary\` a smaller number, such as ${Math.max(1, Math.floor(runCount / 10))}.`,
  ];
}

function refusedBy(
  { design: { where } }: Study,
  stages: readonly FeasibleRows[],
): Pick<Plan, 'refused'> {
  const points = stages.reduce((sum, { refused }) => sum + refused, 0);
  const tried = stages.reduce((sum, stage) => sum + stage.tried, 0);
  return where === undefined || points === 0 ? {} : { refused: { where, points, tried } };
}

function refuseCondition({ design }: Study): void {
  if (design.where === undefined || designMethods[design.method].kind !== 'whole') return;
  throw new DesignError('DESIGN_WHERE', `The design ${design.method} can't take \`where\``, {
    hint: 'its rows belong together, so none can be left out; use monte-carlo, latin-hypercube, sobol, halton or full-factorial',
    path: ['design', 'where'],
  });
}

function refuseEqualRows(
  rows: RowSource,
  inputs: readonly InputVariable[],
  method: DesignMethod,
): void {
  const equal = findEqualRows(rows);
  if (!equal) return;
  const scope: Record<string, Cell> = {};
  const names = inputs.map(({ name }) => name);
  fillScope(scope, names, rows.block(equal.first, 1), 0);
  throw new DesignError(
    'DESIGN_EQUAL_ROWS',
    `Rows ${equal.first + 1} and ${equal.second + 1} of the design are equal (${showPoint(scope)}); ${equal.count} of ${rows.rowCount} rows repeat an earlier one`,
    {
      hint:
        method === 'table'
          ? 'remove the repeated rows, or use `replicates`'
          : 'round less, take fewer runs or a full-factorial design, or use `replicates`',
      path: ['design'],
    },
  );
}
