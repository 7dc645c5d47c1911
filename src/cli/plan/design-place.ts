import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { readBeginning } from '../../files/index.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';

/**
 * Where the rows of a design are written: a table of a design that is there is replaced, which begins with the column `run`.
 * @returns the absolute path
 * @throws UsageError with exit code 5 where another file is in its place
 */
export function requireDesignPlace({ cwd }: Pick<CommandContext, 'cwd'>, file: string): string {
  const target = resolve(cwd, file);
  if (!existsSync(target)) return target;
  const start = readBeginning(target, 100)?.toString('latin1') ?? '';
  if (start === '' || /^run(?:,|\r?\n)/u.test(start)) return target;
  throw new UsageError(
    'USAGE_FILE_EXISTS',
    `${target} exists already and is no table of a design, which begins with the column run`,
    { exitCode: exitCodes.refused, hint: 'Choose another name, such as design.csv' },
  );
}
