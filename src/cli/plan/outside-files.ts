/** Files that a study reads outside its own folder, as a person allowed. */
import type { LoadedStudy } from '../../study-file/index.ts';

/** For programs: as the study file names them, and where they really lie. */
export function outsideFiles(
  files: LoadedStudy['files'],
): readonly { readonly path: string; readonly at: string }[] {
  return files
    .filter(({ outside }) => outside === true)
    .map(({ path, absolutePath }) => ({ path, at: absolutePath }));
}

/** For people; no line where there are none. */
export function outsideLines(files: LoadedStudy['files']): readonly string[] {
  return outsideFiles(files).map(({ path, at }) => `outside the study's folder: ${path} is ${at}`);
}
