import { printNumber } from '../numbers/index.ts';
import type { RunRow } from './compare-inputs.ts';
import { markerWords, type RunProcess } from './run-marker.ts';

/**
 * The marker of a run whose processes all ended well and of which there is nothing else to tell, as its wrapper writes it. Another text may say the
 * same: a platform may spell its numbers in another way, and commands may ask for more values than the row has.
 */
export function markerOfSuccess(
  attemptKey: string,
  processes: readonly RunProcess[],
  { names, values }: RunRow,
): string {
  const inputs = names.map((name, index) => {
    const value = values[index] ?? '';
    return `in\t${name}\t${typeof value === 'number' ? printNumber(value) : value}\n`;
  });
  const firstCommand = processes.findIndex(({ kind }) => kind === 'command');
  const lines = processes.flatMap(({ kind, analysis }, index) => [
    ...(index === firstCommand ? inputs : []),
    `${markerWords[kind]}\t${analysis}\t0\n`,
  ]);
  return [`doeflow 1 ${attemptKey}\n`, ...lines].join('');
}
