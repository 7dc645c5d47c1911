#!/usr/bin/env node
import { runCommandLine } from './run-command-line.ts';

const exitCode = await runCommandLine(process.argv.slice(2), process);
// Connections of libraries may linger for seconds after their close; what was written is out first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));
