/** A CSV of results, ours or of another tool, as the table that statistics are made of. */
import {
  structureOfStudy,
  type AnalysedStudy,
  type StudyStructure,
  type StudyTable,
} from '../analysis/index.ts';
import { StudyError, type StudyIssue } from '../errors.ts';
import { parseNumber } from '../numbers/index.ts';
import type { StringTable } from '../study/string-table.ts';
import type { Cell } from '../design/cell.ts';
import type { Variable } from '../study/study.ts';
import { absenceOfRow, type AbsenceReason } from '../run/absent-runs.ts';
import { runStates } from '../run/run-state.ts';
import { readAnalysedCell, wantedCell } from './analysed-cell.ts';
import { outsideRegion } from './outside-region.ts';
import { completeColumns, type ReadColumn } from './complete-columns.ts';

/** What a CSV holds. */
export interface AnalysedTable {
  readonly table: StudyTable;
  readonly structure: StudyStructure;
  readonly runs: { readonly total: number; readonly done: number; readonly failed: number };
  /** Columns of the CSV that the study file doesn't name. */
  readonly ignored: readonly string[];
}

/** Columns that our own tables have beside variables. */
export const ownColumns: readonly string[] = [
  'run',
  'replicate',
  'status',
  'reason',
  'revision',
  'reusedFrom',
];

/** Findings beyond this many about one file are left out. */
const mostIssues = 20;

/**
 * The table's columns by the names of the study's variables. `run` numbers the rows (absent: in order, from 1; missing numbers are runs
 * that gave nothing; run 0 is left out); `status` says which count (absent: those with every required output, and a value for each expression of what is there). Derived variables,
 * constraints and objectives that have no column are computed.
 * @throws StudyError `STUDY_TABLE` with all findings at once
 */
export function readAnalysedTable(study: AnalysedStudy, csv: StringTable): AnalysedTable {
  const issues: StudyIssue[] = [];
  const report = (
    row: number | undefined,
    column: number,
    message: string,
    hint?: string,
  ): void => {
    if (issues.length >= mostIssues) return;
    const line = row === undefined ? 1 : (csv.lines[row] ?? 1);
    issues.push({ file: csv.file, line, column: column + 1, message, hint });
  };
  const place = placeRows(csv, report);
  const total = place.reduce((most, run) => Math.max(most, run), 0);
  const statuses = cellsOf(csv, 'status');
  const read = new Map<string, ReadColumn>();
  for (const variable of study.variables) {
    const cells = cellsOf(csv, variable.name);
    if (!cells) {
      if (isAbsent(variable)) {
        report(
          undefined,
          0,
          `The column \`${variable.name}\` is missing`,
          `it has: ${csv.names.join(', ')}`,
        );
      }
      continue;
    }
    const column = csv.names.indexOf(variable.name);
    const isInput =
      'source' in variable
        ? variable.type === 'Param' || variable.type === 'Design'
        : variable.type === 'Case';
    const values = cells.map((text, row) => {
      const value = readAnalysedCell(text, variable);
      const counts = statuses === undefined || /^done$/iu.test(statuses[row] ?? '');
      if (value === undefined && counts) {
        report(
          row,
          column,
          `Expected ${wantedCell(variable, text)} in column \`${variable.name}\`, got ${JSON.stringify(text.slice(0, 40))}`,
        );
      } else if (isInput && value === null && place[row] !== 0) {
        report(row, column, `Expected a value in column \`${variable.name}\`, got an empty cell`);
      }
      return value ?? null;
    });
    const spread: (Cell | boolean | null)[] = new Array<null>(total).fill(null);
    values.forEach((value, row) => {
      const run = place[row] ?? 0;
      if (run > 0) spread[run - 1] = value;
    });
    read.set(variable.name, spread);
  }
  if (issues.length > 0) throw new StudyError('STUDY_TABLE', issues);
  const done = new Uint8Array(total).fill(statuses === undefined ? 1 : 0);
  statuses?.forEach((status, row) => {
    const run = place[row] ?? 0;
    if (run > 0 && /^done$/iu.test(status)) done[run - 1] = 1;
  });
  const present = new Set(place);
  const { columns, accepted } = completeColumns(
    study,
    read,
    done.map((flag, index) => (present.has(index + 1) ? flag : 0)),
  );
  const count = accepted.reduce((sum, flag) => sum + flag, 0);
  return {
    table: { columns, accepted, ...readAbsences(csv, place, accepted), ...unknownStatuses(csv) },
    structure: {
      ...structureOfStudy(study),
      ...outsideRegion(study, columns),
      cases: countCases(study, read),
    },
    runs: { total, done: count, failed: total - count },
    ignored: csv.names.filter(
      (name) =>
        !ownColumns.includes(name) && !study.variables.some((variable) => variable.name === name),
    ),
  };
}

/** Why runs have no result, as far as the table says how each ended; what it doesn't say has failed. */
function readAbsences(
  csv: StringTable,
  place: readonly number[],
  accepted: Uint8Array,
): Pick<StudyTable, 'absences'> {
  const statuses = cellsOf(csv, 'status');
  if (statuses === undefined || accepted.every((flag) => flag === 1)) return {};
  const reasons = cellsOf(csv, 'reason');
  const absences = Array.from(accepted, (flag): AbsenceReason | undefined =>
    flag === 1 ? undefined : 'failed',
  );
  place.forEach((run, row) => {
    if (run === 0 || absences[run - 1] === undefined) return;
    absences[run - 1] = absenceOfRow(statuses[row] ?? '', reasons?.[row] ?? '');
  });
  return { absences };
}

/** Says which words of the column `status` nobody knows, as rows with them don't count. */
function unknownStatuses(csv: StringTable): Pick<StudyTable, 'doubts'> {
  const unknown = (cellsOf(csv, 'status') ?? []).filter((status) => !knownStatus.test(status));
  if (unknown.length === 0) return {};
  const words = [...new Set(unknown)].slice(0, 5).map((status) => `\`${status}\``);
  return {
    doubts: [
      `${unknown.length} rows have a status that isn’t known (${words.join(', ')}) and count as failed: a row counts where its status is \`done\``,
    ],
  };
}

/** Words of our own tables, in any case. */
const knownStatus = new RegExp(`^(${runStates.join('|')})$`, 'iu');

type Report = (row: number | undefined, column: number, message: string, hint?: string) => void;

/** Run number of each row, 0 for the nominal run and where a finding is reported, as no table has a place for such a row. */
function placeRows(csv: StringTable, report: Report): readonly number[] {
  const cells = cellsOf(csv, 'run');
  if (!cells) return csv.rows.map((_, row) => row + 1);
  const column = csv.names.indexOf('run');
  const seen = new Set<number>();
  return cells.map((text, row) => {
    const run = parseNumber(text) ?? -1;
    const most = 10 * csv.rows.length + 1000;
    if (!Number.isInteger(run) || run < 0 || run > most) {
      report(
        row,
        column,
        `Expected a run number in column \`run\`, a whole number from 0 to ${most}, got ${JSON.stringify(text.slice(0, 40))}`,
      );
      return 0;
    }
    if (seen.has(run)) {
      report(
        row,
        column,
        `Run ${run} appears twice`,
        'one row per run; the attempts in runs.csv are a different table',
      );
    }
    seen.add(run);
    return run;
  });
}

function cellsOf(csv: StringTable, name: string): readonly string[] | undefined {
  const index = csv.names.indexOf(name);
  return index < 0 ? undefined : csv.rows.map((row) => row[index] ?? '');
}

/** Whether nothing can replace a column that isn't there. */
function isAbsent(variable: Variable): boolean {
  if (variable.type === 'Output') return variable.required;
  if (variable.type === 'Constraint' || variable.type === 'Objective') {
    return variable.expression === undefined;
  }
  return variable.type === 'Case' || variable.source.kind !== 'expression';
}

function countCases(study: AnalysedStudy, read: ReadonlyMap<string, ReadColumn>): number {
  const columns = study.variables.flatMap(({ type, name }) =>
    type === 'Case' ? [read.get(name) ?? []] : [],
  );
  const tuples = Array.from(columns[0]?.keys() ?? [], (row) =>
    columns.map((column) => column[row] ?? null),
  ).filter((tuple) => !tuple.includes(null));
  return Math.max(1, new Set(tuples.map((tuple) => JSON.stringify(tuple))).size);
}
