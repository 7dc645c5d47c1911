import type { DocumentPath, IssueList } from './issues.ts';

/** Files that the engine itself puts into each run's folder. */
const ownFiles: ReadonlySet<string> = new Set(['doeflow-run.txt', 'doeflow-inputs.txt']);

/** Adds an issue unless `file` is a relative path that stays inside the run's folder. */
export function checkRunPath(file: string, path: DocumentPath, issues: IssueList): boolean {
  const steps = file.split('/');
  if (ownFiles.has(file)) {
    issues.at(path, `\`${file}\` is a file that the engine writes: take another name`);
    return false;
  }
  const isPlain = steps.every((step) => step !== '' && step !== '.' && step !== '..');
  if (isPlain && !/[\\\0]|^[A-Za-z]:/u.test(file) && file.length <= 255) return true;
  issues.at(
    path,
    `Expected a path inside the run's folder, got ${JSON.stringify(file)}`,
    'such as result.json or out/result.json',
  );
  return false;
}
