/** What the Temporal UI shows of a study from its start on. */
import { escapeMarkdown, escapeMarkdownLine, frameEnd } from '../run/index.ts';
import type { Plan } from './plan.ts';
import type { Study } from './study.ts';

/** A line of plain text, and Markdown. */
export interface StartWords {
  readonly summary: string;
  readonly details: string;
}

/** The words of one study. */
export function startWords(study: Study, plan: Plan, studyId: string): StartWords {
  return {
    summary: escapeMarkdownLine(
      `${study.name}: ${plan.runCount} runs, ${study.design.method}`.slice(0, 200),
    ),
    details: [
      ...(study.description === undefined
        ? []
        : [escapeMarkdown(study.description.slice(0, 2000)), '']),
      `- study id: ${studyId}`,
      `- design: ${study.design.method}, seed ${study.design.seed}`,
      `- runs: ${plan.runCount} = ${plan.rows} rows x ${plan.cases} cases x ${plan.replicates} replicates`,
      `- jobs: ${plan.jobs.length}`,
      `- inputs: ${escapeMarkdownLine(plan.columns.slice(0, 40).join(', '))}`,
      `- follow it: \`doeflow watch ${studyId}\``,
      ...frameEnd,
    ].join('\n'),
  };
}
