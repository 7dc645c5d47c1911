/**
 * The HTML report of a study: sections and figures as plain data, the page around them, and figures as SVG. All statistics come from the summary
 * and from src/analysis; it must not know where studies are kept, nor the platform.
 */
export { createReport } from './create-report.ts';
export { csvText } from './csv-text.ts';
export { figureNumbers } from './figure-numbers.ts';
export { readPageScript } from './page-script.ts';
export { figuresOf, type Figure, type Report } from './report.ts';
export type { ReportInput, ReportSummary } from './report-input.ts';
export { renderReport } from './render-report.ts';
