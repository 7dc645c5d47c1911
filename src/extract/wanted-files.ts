import { createContext, Script } from 'node:vm';
import picomatch from 'picomatch';
import type { Study } from '../study/study.ts';
import { outputFiles } from './extract-outputs.ts';

/** Globs are searched by backtracking: those of many stars may have no end. */
const matchLimitMs = 1000;

const context = createContext(Object.create(null));
const match = new Script('JSON.stringify(JSON.parse(names).filter((name) => pattern.test(name)))');

/** Patterns that took too long once: each would hold up every further run. */
const slow = new Set<string>();
const mostRemembered = 1000;

/** Which of a run's files the study keeps. */
export interface WantedFiles {
  readonly names: ReadonlySet<string>;
  /** Patterns of `collect` that took longer than a second, now or for a run before: what they name isn't kept. */
  readonly givenUp: readonly string[];
}

/** Those that the study's outputs read, and what `collect` names. */
export function wantedFiles(study: Study, names: readonly string[]): WantedFiles {
  const read = outputFiles(study);
  const collected = namedBy(study.job.collect, names);
  return {
    ...collected,
    names: new Set(names.filter((name) => read.has(name) || collected.names.has(name))),
  };
}

/** Those of `names` that the patterns of `collect` name. */
export function namedBy(collect: readonly string[], names: readonly string[]): WantedFiles {
  const collected = new Set(collect.flatMap((glob) => matchGlob(glob, names)));
  return { names: collected, givenUp: collect.filter((glob) => slow.has(glob)) };
}

function matchGlob(glob: string, names: readonly string[]): readonly string[] {
  if (slow.has(glob)) return [];
  Object.assign(context, {
    // A name may have line breaks: `s` lets `**` go over them.
    pattern: picomatch.makeRe(glob, { dot: true, flags: 's' }),
    names: JSON.stringify(names),
  });
  try {
    const found = match.runInContext(context, { timeout: matchLimitMs }) as string;
    return JSON.parse(found) as readonly string[];
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause;
    if (slow.size >= mostRemembered) slow.clear();
    slow.add(glob);
    return [];
  }
}
