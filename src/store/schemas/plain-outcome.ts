import type { RunOutcome } from '../../run/run-outcome.ts';
import { packNameForm } from './pack.ts';

/**
 * Whether a value out of JSON is an outcome as most runs of a large study have it, told in a tenth of the time that its schema takes. False for all
 * that the schema has to see: what is damaged, of an earlier version, or has fields that few have.
 */
export function isPlainOutcome(value: unknown): value is RunOutcome {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = value as Readonly<Record<string, unknown>>;
  let required = 0;
  for (const key in entries) {
    const field = entries[key];
    switch (key) {
      case 'run':
      case 'attempt':
      case 'jobNumber':
        required += 1;
        if (!Number.isSafeInteger(field)) return false;
        break;
      case 'status':
        required += 1;
        if (field !== 'Done' && field !== 'Failed') return false;
        break;
      case 'values':
        required += 1;
        if (!isRecord(field, isCell)) return false;
        break;
      case 'revision':
      case 'judgedWith':
      case 'platformRun':
      case 'exitCode':
        if (!Number.isSafeInteger(field)) return false;
        break;
      case 'elapsedSeconds':
        if (!Number.isFinite(field)) return false;
        break;
      case 'platformJob':
      case 'message':
      case 'startedAt':
      case 'endedAt':
        if (typeof field !== 'string') return false;
        break;
      case 'files':
        if (!isRecord(field, isText)) return false;
        break;
      case 'pack':
        if (typeof field !== 'string' || !packNameForm.test(field)) return false;
        break;
      default:
        return false;
    }
  }
  return required === 5;
}

function isRecord(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = value as Readonly<Record<string, unknown>>;
  for (const key in entries) {
    if (key === '__proto__' || !isEntry(entries[key])) return false;
  }
  return true;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isCell(value: unknown): boolean {
  return typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' || typeof value === 'boolean' || value === null;
}
