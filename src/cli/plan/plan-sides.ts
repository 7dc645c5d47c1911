/** Plans that are compared with each other, or grown: of study files, plan files, and studies of the store. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { readRevisions, snapshotAt } from '../../store/index.ts';
import type { StudyBounds } from '../../study-file/index.ts';
import type { CommandContext } from '../context.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadPlan } from '../load-plan.ts';
import { findStudy } from '../studies/find-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import type { PlanSide } from './diff-plans.ts';
import { pathWord } from '../../quote-shell.ts';

/** The plan of a study file, or of a study in the store. */
export async function sideOf(
  context: CommandContext,
  reference: string,
  bounds: StudyBounds,
): Promise<PlanSide> {
  if (existsSync(resolve(context.cwd, reference))) return sideOfFile(context, reference, bounds);
  return sideOfStored(context, reference);
}

/**
 * A study of the store where it has one of this name, since a study's folder often has its name too; else a study file. The planned study itself means
 * the one that was started of it last.
 */
export async function comparedWith(
  context: CommandContext,
  reference: string,
  planned: PlanSide,
  bounds: StudyBounds,
): Promise<PlanSide> {
  const path = resolve(context.cwd, reference);
  const exists = existsSync(path);
  const isItself = exists && studyPlace(path) === studyPlace(resolve(context.cwd, planned.name));
  if (exists && !isItself && /[/\\.]/u.test(reference)) {
    return sideOfFile(context, reference, bounds);
  }
  const started =
    (await sideIfStored(context, reference)) ??
    (isItself ? await sideIfStored(context, planned.study.name) : undefined);
  if (started !== undefined) return started;
  if (isItself) {
    const message = `No study "${planned.study.name}" was started yet, so there is nothing to compare ${reference} with but itself`;
    throw new UsageError('USAGE_STUDY_NOT_FOUND', message, {
      exitCode: exitCodes.notFound,
      hint: `Start it: doeflow run ${pathWord(reference)}   Or compare with another folder or plan file: --diff PATH`,
    });
  }
  if (!exists) return sideOfStored(context, reference);
  context.output.note(
    `No study "${reference}" was started: compared with the study file at ${path}`,
  );
  return sideOfFile(context, reference, bounds);
}

/** Undefined where the store has no such study. */
async function sideIfStored(
  context: CommandContext,
  reference: string,
): Promise<PlanSide | undefined> {
  return sideOfStored(context, reference).catch((error: unknown) => {
    if (error instanceof UsageError && error.code === 'USAGE_STUDY_NOT_FOUND') return undefined;
    throw error;
  });
}

async function sideOfFile(
  context: CommandContext,
  reference: string,
  bounds: StudyBounds,
): Promise<PlanSide> {
  const { loaded, plan } = await loadPlan(resolve(context.cwd, reference), {
    bounds,
    interrupt: context.interrupt,
  });
  return { name: reference, study: loaded.study, plan, files: loaded.files };
}

/** With the files as they were mended last. */
async function sideOfStored(context: CommandContext, reference: string): Promise<PlanSide> {
  const store = await openOwnStore(context);
  const found = await findStudy(store, reference);
  const folder = store.study(found.studyId);
  const newest = (await readRevisions(folder)).at(-1)?.revision;
  const { files: kept } = await snapshotAt(folder, found.snapshot, newest);
  const { studyId, study, plan, pathOf } = await planStoredStudy(store, found, newest);
  const files = kept.flatMap(({ path: name, role }) => {
    const absolutePath = pathOf(name);
    return absolutePath === undefined ? [] : [{ path: name, role, absolutePath }];
  });
  const name = newest === undefined ? studyId : `${studyId} (revision ${newest} of its files)`;
  return { name, study, plan, files };
}

/** The same for a folder and the study file in it. */
function studyPlace(path: string): string {
  const real = realpathSync(path);
  return basename(real) === 'study.yaml' ? dirname(real) : real;
}
