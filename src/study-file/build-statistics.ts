import type { StatisticsSettings, Variable } from '../study/study.ts';
import { suggestion } from '../expressions/suggestion.ts';
import type { IssueList } from './issues.ts';
import { namesOfNumbers } from './names-of-numbers.ts';
import type { WrittenStatistics } from './statistics-schema.ts';

/** @returns the settings without what wasn't written; levels must be those of a response that is a number */
export function buildStatistics(
  written: WrittenStatistics,
  variables: readonly Variable[],
  brokenNames: readonly string[],
  issues: IssueList,
): StatisticsSettings {
  const responses = namesOfNumbers(variables);
  for (const name of Object.keys(written.levels ?? {})) {
    if (responses.includes(name) || brokenNames.includes(name)) continue;
    issues.atKey(
      ['statistics', 'levels', name],
      `Expected the name of an Output or Objective that is a number, got \`${name}\``,
      suggestion(name, responses) ?? `known here: ${responses.join(', ') || 'none'}`,
    );
  }
  return withoutUndefined(written) as StatisticsSettings;
}

function withoutUndefined(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]: [string, unknown]) =>
      entry === undefined ? [] : [[key, withoutUndefined(entry)]],
    ),
  );
}
