import { createHash } from 'node:crypto';
import type { Plan } from '../study/plan.ts';

const blockRuns = 8192;

/** @returns SHA-256 (hex) of all rows of a plan, in order: of the numbers of the runs, the names of the inputs and every value */
export function designHash(plan: Plan): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(['doeflow design 1', plan.includesNominalRun, plan.columns]));
  const total = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  for (let start = 0; start < total; start += blockRuns) {
    const { columns } = plan.block(start, Math.min(blockRuns, total - start));
    for (const column of columns) {
      // Equal numbers count as equal, however the design holds them.
      const numbers =
        column instanceof Float64Array || !column.every((cell) => typeof cell === 'number')
          ? column
          : Float64Array.from(column);
      if (numbers instanceof Float64Array) {
        hash.update(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
      } else hash.update(JSON.stringify(numbers));
      hash.update('\n');
    }
  }
  return hash.digest('hex');
}
