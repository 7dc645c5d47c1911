import { setImmediate } from 'node:timers/promises';
import { numbersOf, type StudyColumn } from '../analysis/index.ts';
import { titlesOf } from './axis-title.ts';
import { caseName } from './case-words.ts';
import { countOf, figureBlock } from './figure-block.ts';
import { minuteOf } from './minute-of.ts';
import type { FigureTrust, Report, Section } from './report.ts';
import type { ReportInput } from './report-input.ts';
import { reportRuns } from './report-runs.ts';
import type { NumericStudyColumn, SectionInput } from './section-input.ts';
import { sections } from './sections/index.ts';

/** The report of a study, as plain data. Between two sections other work of the process goes on: of a large study each takes up to a second. */
export async function createReport(input: ReportInput): Promise<Report> {
  const { study, table, summary, snapshot, isStudyOver, writtenAt } = input;
  const isGiven = ({ role }: StudyColumn): boolean => role === 'input' || role === 'case';
  const inputs = table.columns.filter(isGiven);
  const measured = table.columns.filter(({ role }) => role === 'output' || role === 'objective');
  const state = summary.status ?? (isStudyOver ? 'Finished' : 'Running');
  const views: Omit<SectionInput, 'runs'> = {
    ...input,
    titleOf: titlesOf(study.variables),
    inputs,
    numericInputs: numeric(inputs).filter(({ values }) => new Set(values).size > 1),
    responses: numeric(measured).map(({ name, values }) => ({
      name,
      values: values.map((value, row) => (table.accepted[row] ? value : NaN)),
    })),
  };
  const runs = reportRuns(views);
  const sectionInput: SectionInput = { ...views, runs };
  const made: Section[] = [];
  for (const section of sections) {
    made.push(withCaseNames(section(sectionInput), views));
    await setImmediate();
  }
  return {
    title: study.name,
    subtitle: `${snapshot.studyId} · ${countOf(table.accepted.length, 'run')} · ${study.design.method}${
      writtenAt === undefined ? '' : ` · as of ${minuteOf(writtenAt)}, before its end`
    }`,
    state,
    sections: made,
    runs,
  };
}

/** The section with each judgement of one case saying which case that is. */
function withCaseNames(section: Section, views: Pick<SectionInput, 'inputs'>): Section {
  const named = (one: FigureTrust): FigureTrust =>
    one.case === undefined ? one : { ...one, caseName: caseName(views, one.case) };
  return {
    ...section,
    blocks: section.blocks.map((block) =>
      block.kind === 'figure'
        ? figureBlock({ ...block.figure, trust: block.figure.trust.map(named) })
        : block,
    ),
  };
}

function numeric(columns: readonly StudyColumn[]): readonly NumericStudyColumn[] {
  return columns.flatMap(({ name, values }) => {
    const numbers = numbersOf(values);
    return numbers === undefined ? [] : [{ name, values: numbers }];
  });
}
