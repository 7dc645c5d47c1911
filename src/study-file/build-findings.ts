import type { Finding } from '../study/study.ts';
import type { WrittenFinding } from './execution-schema.ts';
import type { IssueList } from './issues.ts';

/** @returns the findings; names are custom fields of the platform, so each may stand once */
export function buildFindings(
  written: readonly WrittenFinding[],
  issues: IssueList,
): readonly Finding[] {
  const seen = new Set<string>();
  return written.map(({ name, valueType = 'number', value, where }, index) => {
    if (seen.has(name)) {
      issues.at(
        ['findings', index, 'name'],
        `Expected each finding once, got ${JSON.stringify(name)} again`,
      );
    }
    seen.add(name);
    return { name, valueType, value, ...(where === undefined ? {} : { where }) };
  });
}
