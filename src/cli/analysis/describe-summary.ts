/** A summary as the reader sees it: the numbers, and how reliable they are. */
import { fitSampleWords, type AnalysedStudy } from '../../analysis/index.ts';
import type { Summary } from './summary.ts';
import { countOf } from '../format-quantities.ts';
import type { Block, View } from '../output/view.ts';
import { inputBlocks } from './input-blocks.ts';
import { responseBlocks } from './response-blocks.ts';
import { titled } from './titled-table.ts';

/** The summary's view: moments, levels, sensitivities, variance tables, and which numbers are unreliable. */
export function describeSummary(
  summary: Summary,
  { file, study }: { readonly file: string; readonly study: AnalysedStudy },
): View {
  const { runs, findings } = summary;
  const inputs = study.variables
    .filter(({ type }) => type === 'Param' || type === 'Design' || type === 'Case')
    .map(({ name }) => name);
  return {
    json: summary,
    quiet: file,
    human: [
      {
        kind: 'facts',
        rows: [
          ['study', summary.studyId ?? summary.name],
          ...(summary.status === undefined ? [] : [['status', summary.status] as const]),
          ['design', `${study.design.method}, ${countOf(runs.total, 'run')}`],
          [
            'accepted',
            `${runs.done.toLocaleString('en-US')} of ${runs.total.toLocaleString('en-US')}`,
          ],
          ['summary', file],
        ],
      },
      ...responseBlocks(summary),
      ...inputBlocks(summary, inputs),
      ...(findings.length === 0
        ? []
        : titled('Findings', {
            kind: 'table',
            head: ['finding', 'value'],
            rows: findings.map(({ name, value, reason }) => [
              name,
              [value ?? reason ?? ''].flat().join(', '),
            ]),
          })),
      ...trustBlocks(summary),
    ],
  };
}

function trustBlocks({ estimators, warnings, runsToRepeat, studyId }: Summary): readonly Block[] {
  const doubtful = estimators.filter(({ trust }) => trust !== 'good');
  const lines = [
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(runsToRepeat.length === 0 ? [] : [`runs to repeat: ${listRuns(runsToRepeat)}`]),
  ];
  return [
    ...(doubtful.length === 0
      ? []
      : titled('Unreliable numbers', {
          kind: 'table',
          head: ['result', 'response', 'trust', 'values', 'why'],
          rows: doubtful.map(
            ({ estimator, response, trust, used, planned, needs, sample, reasons, ...own }) => [
              estimator,
              own.case === undefined ? response : `${response}, case ${own.case}`,
              trust,
              `${used} of ${planned}: ${needs}${fitSampleWords(sample)}`,
              reasons.join('; '),
            ],
          ),
        })),
    ...(lines.length === 0 ? [] : [{ kind: 'text', lines: ['', ...lines] } as const]),
    ...(runsToRepeat.length === 0 || studyId === undefined
      ? []
      : [{ kind: 'next', commands: [`doeflow retry ${studyId} --failed`] } as const]),
  ];
}

function listRuns(runs: readonly number[]): string {
  const shown = runs.slice(0, 20).join(', ');
  return runs.length > 20 ? `${shown}, … (${countOf(runs.length, 'run')})` : shown;
}
