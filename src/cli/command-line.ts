/** What the bundle of the command line gives to the program that loads it. */
export { keepCompiled } from './keep-compiled.ts';
export { runCommandLine } from './run-command-line.ts';
