#!/usr/bin/env node
import { loadCommandLine } from './load-command-line.ts';

const { runCommandLine, keepCode } = loadCommandLine(process.env);
const exitCode = await runCommandLine(
  process.argv.slice(2),
  process,
  // Here, as code that was kept compiled can't import anything.
  () => import('../../worker/main.ts'),
);
// Connections of libraries may linger for seconds after their close; what was written is out first. What could not be written is told, with a code of its own.
process.stdout.write('', (failure) => {
  if (failure instanceof Error) return;
  process.stderr.write('', () => void keepCode().finally(() => process.exit(exitCode)));
});
