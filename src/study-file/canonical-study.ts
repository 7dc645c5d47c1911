import type { Study } from '../study/study.ts';

/** @returns the study as JSON with sorted keys: equal for files that differ in comments, order of keys or white space */
export function canonicalStudy(study: Study): string {
  return canonicalJson(study);
}

/** @returns plain data as JSON with sorted keys */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, entry]) => [key, sortKeys(entry)]));
}
