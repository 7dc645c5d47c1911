import { numbersOf, type StudyColumn } from '../analysis/index.ts';
import { titlesOf } from './axis-title.ts';
import { countOf } from './figure-block.ts';
import type { Report } from './report.ts';
import type { ReportInput } from './report-input.ts';
import { reportRuns } from './report-runs.ts';
import type { NumericStudyColumn } from './section-input.ts';
import { sections } from './sections/index.ts';

/** The report of a study, as plain data. */
export function createReport(input: ReportInput): Report {
  const { study, table, summary, snapshot, isStudyOver } = input;
  const runs = reportRuns(input);
  const isGiven = ({ role }: StudyColumn): boolean => role === 'input' || role === 'case';
  const inputs = table.columns.filter(isGiven);
  const measured = table.columns.filter(({ role }) => role === 'output' || role === 'objective');
  const state = summary.status ?? (isStudyOver ? 'Finished' : 'Running');
  const made = sections.map((section) =>
    section({
      ...input,
      runs,
      titleOf: titlesOf(study.variables),
      inputs,
      numericInputs: numeric(inputs).filter(({ values }) => new Set(values).size > 1),
      responses: numeric(measured).map(({ name, values }) => ({
        name,
        values: values.map((value, row) => (table.accepted[row] ? value : NaN)),
      })),
    }),
  );
  return {
    title: study.name,
    subtitle: `${snapshot.studyId} · ${countOf(table.accepted.length, 'run')} · ${study.design.method}`,
    state,
    sections: made,
    runs,
  };
}

function numeric(columns: readonly StudyColumn[]): readonly NumericStudyColumn[] {
  return columns.flatMap(({ name, values }) => {
    const numbers = numbersOf(values);
    return numbers === undefined ? [] : [{ name, values: numbers }];
  });
}
