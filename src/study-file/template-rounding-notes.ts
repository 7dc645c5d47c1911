import { formatDecimal, parseNumber, printNumber } from '../numbers/index.ts';
import type { Plan } from '../study/plan.ts';
import type { TemplateFormat } from './template-format.ts';

/** How many runs are looked at for a value that a template rounds. */
const sampledRuns = 200;

/** @returns a sentence for each placeholder that rounds its variable further than the design did */
export function templateRoundingNotes(
  plan: Plan,
  formats: readonly TemplateFormat[],
): readonly string[] {
  if (formats.length === 0) return [];
  const total = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  const { columns } = plan.block(0, Math.min(total, sampledRuns));
  const notes = new Set<string>();
  for (const { where, name, format } of formats) {
    for (const cell of columns[plan.columns.indexOf(name)] ?? []) {
      if (typeof cell !== 'number') continue;
      const written = formatDecimal(format, cell);
      if (parseNumber(written.replaceAll(',', '')) === cell) continue;
      notes.add(
        `${where} writes ${name} as ${JSON.stringify(format)}, which rounds it further (${printNumber(cell)} becomes ${written}): give ${name} that \`format\`, so that what is analysed is what the solver saw.`,
      );
      break;
    }
  }
  return [...notes];
}
