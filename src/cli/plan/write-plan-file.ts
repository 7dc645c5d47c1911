import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { namedSink } from '../../files/index.ts';
import { isPlanFile, planFileText } from '../../study-file/index.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import type { LoadedPlan } from '../load-plan.ts';
import { pathWord } from '../../quote-shell.ts';

/**
 * Keeps a plan as a file that `run` and `start` execute exactly; an earlier plan file is replaced.
 * @throws UsageError with exit code 5 where another file is in its place
 */
export async function writePlanFile(
  context: CommandContext,
  planned: LoadedPlan,
  output: string,
): Promise<void> {
  const target = resolve(context.cwd, output);
  if (existsSync(target) && !isPlanFile(target)) {
    throw new UsageError('USAGE_FILE_EXISTS', `${target} exists already and is no plan file`, {
      exitCode: exitCodes.refused,
      hint: 'Choose another name, such as plan.json',
    });
  }
  const text = await planFileText(planned, { target, engineVersion: context.version });
  await namedSink(target)([text]);
  context.output.note(
    `Wrote the plan to ${target}. Execute it exactly so: doeflow run ${pathWord(output)}`,
  );
}
