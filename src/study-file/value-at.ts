import type { DocumentPath } from './issues.ts';

/** @returns the value at `path` inside `root`; undefined where the path leads nowhere */
export function valueAt(root: unknown, path: DocumentPath): unknown {
  let value = root;
  for (const step of path) {
    if (value === null || typeof value !== 'object') return undefined;
    value = Object.hasOwn(value, step)
      ? (value as Record<string | number, unknown>)[step]
      : undefined;
  }
  return value;
}
