import { layout } from './layout.ts';
import type { DocumentFolder } from '../objects/index.ts';

/** A finding that has a value. */
export interface ValuedFinding {
  readonly name: string;
  readonly valueType: 'number' | 'text';
  readonly value: number | string;
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

/** Whether a field of the platform shows a finding's value. Platforms give numbers as texts, too; no text is no number. */
export function showsFinding(shown: unknown, { value }: Pick<ValuedFinding, 'value'>): boolean {
  if (shown === value) return true;
  if (typeof value !== 'number' || typeof shown !== 'string') return false;
  return shown.trim() !== '' && Number(shown) === value;
}
