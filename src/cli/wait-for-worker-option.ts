import { Option } from 'commander';
import { parseDuration } from './parse-arguments.ts';

/** `--wait` of the verbs that give a study an order and return once it was taken. */
export function waitForWorkerOption(): Option {
  return new Option(
    '--wait <duration>',
    'how long to wait where no worker answers, such as 10m (usually 15s; 60s where doeflow keeps the worker up)',
  ).argParser(parseDuration);
}
