import type { PassProgress } from '../../src/run/archive-contract.ts';
import type { PassLedger } from './pass-ledger.ts';

const order: readonly PassProgress['phase'][] = [
  'waiting',
  'selecting',
  'archiving',
  'studies',
  'deleting',
  'closing',
  'done',
];

/** True when an earlier execution of the pass has `phase` behind it. */
export function isPast({ progress }: PassLedger, phase: PassProgress['phase']): boolean {
  return order.indexOf(progress.phase) > order.indexOf(phase);
}
