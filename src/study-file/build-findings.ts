import type { Finding } from '../study/study.ts';
import type { WrittenFinding } from './execution-schema.ts';
import type { IssueList } from './issues.ts';

/** @returns the findings; names are custom fields of the platform, so each may appear once */
export function buildFindings(
  written: readonly WrittenFinding[],
  issues: IssueList,
): readonly Finding[] {
  const seen = new Set<string>();
  return written.map(({ name, valueType = 'number', value, where }, index) => {
    if (seen.has(name)) {
      issues.at(['findings', index, 'name'], `Two findings have the name ${JSON.stringify(name)}`);
    }
    seen.add(name);
    return { name, valueType, value, ...(where === undefined ? {} : { where }) };
  });
}
