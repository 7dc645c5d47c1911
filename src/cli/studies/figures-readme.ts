import { figuresOf, type Report } from '../../report/index.ts';

/** What stands beside the figures of a report in files, in Markdown: each figure's caption, such as which runs of many it draws, and how far its numbers can be trusted. */
export function figuresReadme(report: Report): string {
  const parts = figuresOf(report).map(({ id, title, caption, trust }) =>
    [
      `## ${id}`,
      `${title} (\`${id}.svg\`, numbers in \`${id}.csv\`)`,
      caption,
      ...trust.map(
        ({ estimator, response, case: at, caseName = `case ${at}`, trust: how, reasons }) =>
          `- ${estimator} of ${response}${at === undefined ? '' : ` (${caseName})`}: ${how}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`,
      ),
    ].join('\n\n'),
  );
  return `# ${report.title}: figures\n\n${report.subtitle}\n\n${parts.join('\n\n')}\n`;
}
