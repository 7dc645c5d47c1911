/** Programs that are given the file which they run. */
const interpreters =
  'sh|bash|dash|zsh|ksh|python[\\d.]*|perl|ruby|julia|node|Rscript|octave|tclsh|lua|php';

const started = new RegExp(
  `^\\s*(?:\\./|(?:[\\w./-]*/)?(?:${interpreters})\\s+(?:\\./)?)([A-Za-z0-9_][\\w./-]*)(?=[\\s;|&<>]|$)`,
  'u',
);

/** @returns the file of the run's folder that a command begins with, as `solve.py` of `python3 solve.py`; undefined where it is none, or it can't be told */
export function startedFile(command: string): string | undefined {
  const [whole = '', path] = started.exec(command) ?? [];
  return whole.trimStart().startsWith('./') || /\.\w+$/u.test(path ?? '') ? path : undefined;
}
