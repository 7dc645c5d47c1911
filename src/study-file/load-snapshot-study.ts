import { readFileSync, statSync } from 'node:fs';
import { readBeginning } from '../files/index.ts';
import type { Plan } from '../study/plan.ts';
import type { Study } from '../study/study.ts';
import { parseStudy } from './parse-study.ts';
import { planLoadedStudy } from './plan-loaded-study.ts';

/** A study file kept elsewhere, with its files under other names. */
export interface StudySnapshotSource {
  /** Text of the study file. */
  readonly text: string;
  /** Its name, for errors. */
  readonly file: string;
  /** Where a file lies that the study names; undefined where the snapshot doesn't have it. */
  readonly filePath: (path: string) => string | undefined;
  /** Of the day it was started; those of the first where its snapshot has none. */
  readonly designRules?: number | undefined;
}

/** @returns study and plan, by the same rules as on the day it was started. @throws StudyError */
export async function loadSnapshotStudy(
  source: StudySnapshotSource,
): Promise<{ readonly study: Study; readonly plan: Plan }> {
  const { text, file, filePath, designRules = 1 } = source;
  const isFile = (path: string | undefined): path is string =>
    path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const parsed = parseStudy(text, {
    ...{ file, wasAccepted: true, designRules },
    readFile: (name, atMost) => {
      const path = filePath(name);
      if (!isFile(path)) return undefined;
      return atMost === undefined
        ? readFileSync(path, 'utf8')
        : readBeginning(path, atMost)?.toString('latin1');
    },
    fileExists: (name) => isFile(filePath(name)),
  });
  const plan = planLoadedStudy({ ...parsed, file, text });
  return Promise.resolve({ study: parsed.study, plan });
}
