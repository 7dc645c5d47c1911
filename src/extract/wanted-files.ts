import picomatch from 'picomatch';
import type { Study } from '../study/study.ts';
import { outputFiles } from './extract-outputs.ts';

/** Which of a run's files the study keeps: those its outputs read, and what `collect` names. */
export function wantedFiles(study: Study, names: readonly string[]): Set<string> {
  const read = outputFiles(study);
  const collected = picomatch([...study.job.collect], { dot: true });
  return new Set(names.filter((name) => read.has(name) || collected(name)));
}
