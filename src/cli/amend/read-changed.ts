/** The study that is to take the place of one as it stands: of another study file, or the same where only runs are chosen. */
import { resolve } from 'node:path';
import type { KeptFiles } from '../../store/index.ts';
import { findStudyFile, type LoadedStudy, type StudyBounds } from '../../study-file/index.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { loadPlan } from '../load-plan.ts';
import { lookAtFolder, type FolderLook } from '../studies/look-at-folder.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';

/** A study as it is to be. */
export interface ChangedStudy {
  readonly study: Study;
  readonly plan: Plan;
  /** Of the study file; absent where the study keeps its files. */
  readonly file?: { readonly loaded: LoadedStudy; readonly look: FolderLook };
}

/** Reads it. @param path of a study file, or of its folder; absent: the study keeps its files */
export async function readChanged(
  context: CommandContext,
  stands: PlannedStoredStudy,
  newest: KeptFiles,
  { path, bounds }: { readonly path: string | undefined; readonly bounds: StudyBounds },
): Promise<ChangedStudy> {
  if (path === undefined) return { study: stands.study, plan: stands.plan };
  const source = resolve(await findStudyFile(resolve(context.cwd, path)));
  const rules = stands.snapshot.designRules ?? 1;
  const { loaded, plan } = await loadPlan(source, { bounds, rules, interrupt: context.interrupt });
  const look = await lookAtFolder(source, newest, bounds);
  if (look === undefined) throw new Error(`Expected the study file ${source} that was just read`);
  return { study: loaded.study, plan, file: { loaded, look } };
}
