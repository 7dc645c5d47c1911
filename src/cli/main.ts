#!/usr/bin/env node
import { runCommandLine } from './run-command-line.ts';

const exitCode = await runCommandLine(process.argv.slice(2), process);
// Connections of libraries may linger for seconds after their close; what was written is out first. What could not be written is told, with a code of its own.
process.stdout.write('', (failure) => {
  if (failure instanceof Error) return;
  process.stderr.write('', () => process.exit(exitCode));
});
