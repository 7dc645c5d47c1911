import { endpoints } from '../platform-api/endpoints.ts';
import { answerRules } from './answer-rules.ts';
import type { PassedAnswer } from './record-answers.ts';

/** The endpoint that an address belongs to, or undefined. */
export function endpointOf<T extends { readonly method: string; readonly path: string }>(
  endpoints: readonly T[],
  method: string,
  path: string,
): T | undefined {
  return endpoints.find(
    (endpoint) =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

/** Where good answers differ from what the document describes; positions in lists don't matter. */
export function problemsOf(answers: readonly PassedAnswer[]): readonly string[] {
  const problems = new Set<string>();
  for (const { method, path, status, body } of answers) {
    if (status < 200 || status >= 300) continue;
    const endpoint = endpointOf(endpoints, method, path);
    if (endpoint?.source !== 'document') continue;
    const rule = answerRules[`${method} ${endpoint.path}`];
    if (rule?.status !== undefined && rule.status !== status) {
      problems.add(`${method} ${endpoint.path}: ${status} instead of ${rule.status}`);
    }
    if (rule?.shape === undefined) continue;
    const parsed = rule.shape.safeParse(JSON.parse(body.toString() || 'null'));
    for (const issue of parsed.error?.issues ?? []) {
      const place = issue.path.map((part) => (typeof part === 'number' ? 'n' : part)).join('.');
      problems.add(`${method} ${endpoint.path}: ${place}: ${issue.message}`);
    }
  }
  return [...problems].sort();
}
