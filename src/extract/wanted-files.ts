import { createContext, Script } from 'node:vm';
import picomatch from 'picomatch';
import type { Study } from '../study/study.ts';
import { outputFiles } from './extract-outputs.ts';

/** Globs are searched by backtracking: those of many stars may have no end. */
const matchLimitMs = 1000;

const context = createContext(Object.create(null));
const match = new Script('JSON.stringify(JSON.parse(names).filter((name) => pattern.test(name)))');

/** Which of a run's files the study keeps: those its outputs read, and what `collect` names. Globs that take longer than a second keep nothing. */
export function wantedFiles(study: Study, names: readonly string[]): Set<string> {
  const read = outputFiles(study);
  const { collect } = study.job;
  const collected = new Set(collect.flatMap((glob) => matchGlob(glob, names)));
  return new Set(names.filter((name) => read.has(name) || collected.has(name)));
}

function matchGlob(glob: string, names: readonly string[]): readonly string[] {
  Object.assign(context, {
    pattern: picomatch.makeRe(glob, { dot: true }),
    names: JSON.stringify(names),
  });
  try {
    const found = match.runInContext(context, { timeout: matchLimitMs }) as string;
    return JSON.parse(found) as readonly string[];
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return [];
    throw cause;
  }
}
