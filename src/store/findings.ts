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
