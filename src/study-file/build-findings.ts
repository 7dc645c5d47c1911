import { findingFiles, writtenValues } from '../study/finding-values.ts';
import type { Finding } from '../study/study.ts';
import type { WrittenFinding } from './execution-schema.ts';
import type { DocumentPath, IssueList } from './issues.ts';

/** @returns the findings; names are custom fields of the platform, so each may appear once */
export function buildFindings(
  written: readonly WrittenFinding[],
  issues: IssueList,
): readonly Finding[] {
  const seen = new Set<string>();
  return written.map(({ name, valueType = 'number', value, where, options, allowOther }, index) => {
    const path: DocumentPath = ['findings', index];
    if (seen.has(name)) {
      issues.at([...path, 'name'], `Two findings have the name ${JSON.stringify(name)}`);
    }
    seen.add(name);
    const finding = {
      ...{ name, valueType, value },
      ...(where === undefined ? {} : { where }),
      ...(options === undefined ? {} : { options }),
      ...(allowOther === undefined ? {} : { allowOther }),
    };
    checkChoice(finding, path, issues);
    checkLiterals(finding, path, issues);
    return finding;
  });
}

/** Options belong to a select, which can't do without. */
function checkChoice(
  { valueType, options, allowOther }: Finding,
  path: DocumentPath,
  issues: IssueList,
): void {
  if (valueType !== 'select') {
    for (const [field, value] of Object.entries({ options, allowOther })) {
      if (value === undefined) continue;
      issues.at(
        [...path, field],
        `Expected \`${field}\` with \`valueType: select\` only, got ${valueType}`,
      );
    }
  } else if (options === undefined) {
    const hint = 'add options: [pass, fail], which `value` chooses from';
    issues.at(path, 'Expected `options` for `valueType: select`', hint);
  } else if (new Set(options).size < options.length) {
    issues.at([...path, 'options'], 'Expected options that differ, got one twice');
  }
}

/** Values that are taken as they are. */
function checkLiterals(finding: Finding, path: DocumentPath, issues: IssueList): void {
  const { valueType, where } = finding;
  if (valueType !== 'file' && valueType !== 'user') return;
  if (where !== undefined) {
    issues.at([...path, 'where'], `A ${valueType} isn’t computed from runs: leave \`where\` out`);
  }
  for (const value of writtenValues(finding)) {
    const wrong =
      valueType === 'file' ? wrongFile(value) : value === 'owner' ? undefined : wrongUser(value);
    if (wrong !== undefined) issues.at([...path, 'value'], wrong);
  }
}

function wrongFile(value: string): string | undefined {
  if (findingFiles.some((name) => name === value)) return undefined;
  return `Expected a table of the results (${findingFiles.join(', ')}), got ${JSON.stringify(value)}`;
}

function wrongUser(value: string): string | undefined {
  if (/^[^\s@]+@[^\s@]+$/u.test(value)) return undefined;
  return `Expected owner (whose token the study runs with) or an e-mail address, got ${JSON.stringify(value)}`;
}
