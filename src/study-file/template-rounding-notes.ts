import { formatDecimal, parseNumber, printNumber } from '../numbers/index.ts';
import type { Plan } from '../study/plan.ts';
import type { TemplateFormat } from './template-format.ts';

/** How many runs are looked at for a value that a template rounds. */
const sampledRuns = 200;

/** The one text that a format makes of numbers that differ; undefined where it makes several, or there is one number only. */
function onlyTextOf(format: string, cells: readonly unknown[]): string | undefined {
  const numbers = cells.filter((cell) => typeof cell === 'number');
  if (new Set(numbers).size < 2) return undefined;
  const texts = new Set(numbers.map((cell) => formatDecimal(format, cell)));
  return texts.size === 1 ? [...texts][0] : undefined;
}

function rangeOf(cells: readonly unknown[]): string {
  const numbers = cells.filter((cell) => typeof cell === 'number').sort((a, b) => a - b);
  return `${printNumber(numbers[0] ?? NaN)} to ${printNumber(numbers.at(-1) ?? NaN)}`;
}

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
    const cells = [...(columns[plan.columns.indexOf(name)] ?? [])];
    const only = onlyTextOf(format, cells);
    if (only !== undefined) {
      notes.add(
        `${where} writes ${name} as ${JSON.stringify(format)}, which gives ${only} in all rows, though ${name} varies from ${rangeOf(cells)}: ${name} does not reach the solver. Give it more digits, such as "0.000E0".`,
      );
      continue;
    }
    for (const cell of cells) {
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
