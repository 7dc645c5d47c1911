import { StudyError, type DesignError } from '../errors.ts';
import type { Study } from '../study/study.ts';
import { documentPath } from './document-path.ts';
import { readYaml } from './read-yaml.ts';

/** @returns the error with its place in the text of the study file */
export function toStudyError(
  error: DesignError,
  source: { readonly file: string; readonly text: string; readonly study: Study },
): StudyError {
  const { file, text, study } = source;
  const place = readYaml(text, file).file?.locate({ path: documentPath(error.path, study) });
  const { message, hint } = error;
  const issue = { file, line: 1, column: 1, ...place, message };
  return new StudyError(
    'STUDY_DESIGN',
    [{ ...issue, ...(hint === undefined ? {} : { hint }) }],
    file,
  );
}
