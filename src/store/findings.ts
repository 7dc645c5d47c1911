import { layout } from './layout.ts';
import type { DocumentFolder } from '../objects/index.ts';
import type { FindingType } from '../study/study.ts';
import type { FindingValue } from './schemas/study-records.ts';

/** A finding that has a value. */
export interface ValuedFinding {
  readonly name: string;
  readonly valueType: FindingType;
  readonly value: FindingValue;
}

/** The study's computed findings that have a value. */
export async function readValuedFindings(
  folder: DocumentFolder,
): Promise<readonly ValuedFinding[]> {
  const findings = await folder.read(layout.findings);
  return findings.flatMap(({ name, valueType, value }) =>
    value === undefined ? [] : [{ name, valueType, value }],
  );
}

/**
 * Whether a field of the platform shows a finding's value. Platforms give numbers as texts, files and users as objects with an id or an address, too;
 * no text is no number.
 */
export function showsFinding(shown: unknown, value: FindingValue): boolean {
  if (!Array.isArray(value)) return showsOne(shown, value);
  if (!Array.isArray(shown) || shown.length !== value.length) return false;
  return value.every((one, place) => showsOne(shown[place], one));
}

function showsOne(shown: unknown, value: number | string): boolean {
  if (shown === value) return true;
  if (typeof shown === 'object' && shown !== null) {
    const { id, email } = shown as { readonly id?: unknown; readonly email?: unknown };
    return id === value || email === value;
  }
  if (typeof value !== 'number' || typeof shown !== 'string') return false;
  return shown.trim() !== '' && Number(shown) === value;
}
