import { responseNames } from '../study/response-names.ts';
import type { RegressionSettings, Tolerance, Variable } from '../study/study.ts';
import { suggestion } from '../expressions/suggestion.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import { namesOfNumbers } from './names-of-numbers.ts';
import type { WrittenRegression } from './regression-schema.ts';

/** @returns the settings; tolerances must be those of a response that is a number, and what is ignored a response */
export function buildRegression(
  written: WrittenRegression,
  variables: readonly Variable[],
  brokenNames: readonly string[],
  issues: IssueList,
): RegressionSettings {
  const numbers = namesOfNumbers(variables);
  const responses = responseNames({ variables });
  const check = (path: DocumentPath, name: string, known: readonly string[], kind: string) => {
    if (known.includes(name) || brokenNames.includes(name)) return;
    const hint = suggestion(name, known) ?? `known here: ${known.join(', ') || 'none'}`;
    const message = `Expected the name of ${kind}, got \`${name}\``;
    if (path.at(-1) === name) issues.atKey(path, message, hint);
    else issues.at(path, message, hint);
  };
  const tolerances: Record<string, Tolerance> = {};
  for (const [name, { abs, rel }] of Object.entries(written.tolerances ?? {})) {
    const path = ['regression', 'tolerances', name];
    check(path, name, numbers, 'an Output or Objective that is a number');
    if (abs === undefined && rel === undefined) {
      issues.atKey(path, 'Expected `abs`, `rel` or both, got none', 'such as `{rel: 1e-3}`');
    }
    tolerances[name] = {
      ...(abs === undefined ? {} : { abs }),
      ...(rel === undefined ? {} : { rel }),
    };
  }
  const ignore = written.ignore ?? [];
  for (const [index, name] of ignore.entries()) {
    const path = ['regression', 'ignore', index];
    check(path, name, responses, 'an Output, Objective or Constraint');
    if (Object.hasOwn(tolerances, name)) {
      issues.at(path, `\`${name}\` has a tolerance, so it can't be ignored`, 'remove one of them');
    }
  }
  return { tolerances, ignore };
}
