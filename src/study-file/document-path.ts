import type { Study } from '../study/study.ts';
import type { DocumentPath } from './issues.ts';

/** A path of a DesignError inside the study file: variables by their name become variables by their index. */
export function documentPath(path: DocumentPath, study: Study): DocumentPath {
  const [room, key, ...rest] = path;
  if (room !== 'variables' || typeof key !== 'string') return path;
  const index = study.variables.findIndex(({ name }) => name === key);
  return index < 0 ? ['variables'] : ['variables', index, ...rest];
}
