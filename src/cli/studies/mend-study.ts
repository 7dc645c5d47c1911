/** From mended files in a study's folder to a revision in the store: checked like a plan, shown with its cost, agreed to, kept. */
import { UsageError } from '../../errors.ts';
import type { RetryRequest } from '../../run/messages.ts';
import {
  keepRevision,
  describeChange,
  readCheckpoint,
  type DocumentFolder,
} from '../../store/index.ts';
import { hashOfFiles, refusedChanges, type StudyBounds } from '../../study-file/index.ts';
import type { CostRange } from '../../study/cost.ts';
import type { Plan } from '../../study/plan.ts';
import { askYes, canAsk } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import { costText } from '../../study/cost-text.ts';
import type { Engine } from '../engine/open-engine.ts';
import { requirePlatform } from '../engine/require-platform.ts';
import { exitCodes } from '../exit-codes.ts';
import { countOf } from '../format-quantities.ts';
import { loadPlan, type LoadedPlan } from '../load-plan.ts';
import { costOfUse, estimateUse } from '../plan/estimate-use.ts';
import { requireAccepted } from '../plan/require-accepted.ts';
import { readFailedRuns } from './require-failed-runs.ts';
import { keepShownFiles } from './keep-shown-files.ts';
import type { FolderLook } from './look-at-folder.ts';
import type { PlannedStoredStudy } from './open-stored-study.ts';
import { pathWord } from '../../quote-shell.ts';

/** A mended study that may take the place of the one that was started. */
export interface MendedStudy extends LoadedPlan {
  readonly look: FolderLook;
  /** What the study was allowed to read beside its own folder. */
  readonly bounds: StudyBounds;
}

/**
 * Reads and plans the study's folder as it is now.
 * @throws StudyError with every mistake at its place
 * @throws UsageError USAGE_NEW_STUDY, exit code 5, naming each change that only a new study can have
 */
export async function readMended(
  { study, studyId, snapshot }: PlannedStoredStudy,
  look: FolderLook,
  bounds: StudyBounds,
): Promise<MendedStudy> {
  const mended = await loadPlan(look.source, { bounds, rules: snapshot.designRules ?? 1 });
  const tables = new Set(
    [...snapshot.files, ...mended.loaded.files].flatMap(({ path, role }) =>
      role === 'table' || role === 'case' ? [path] : [],
    ),
  );
  const refused = [
    ...refusedChanges(study, mended.loaded.study),
    ...look.changes.flatMap(({ path }) =>
      tables.has(path) ? [`${path}: it decides the runs, and they are planned`] : [],
    ),
  ];
  if (refused.length === 0) return { ...mended, look, bounds };
  throw new UsageError(
    'USAGE_NEW_STUDY',
    [`Runs of ${studyId} can't run again with these changes:`, ...refused].join('\n  '),
    {
      exitCode: exitCodes.refused,
      hint: `Nothing was run. Take them back in ${look.source}, or start a new study with them: doeflow run ${pathWord(look.source)}`,
    },
  );
}

/**
 * Shows what runs again with the mended files and the most that it can cost, asks the person at the terminal, and keeps exactly what was shown.
 * @returns the number of the revision that has them
 * @throws UsageError USAGE_PLAN_REFUSED, USAGE_CONFIRMATION or USAGE_PLAN_CHANGED, exit code 5: nothing was run
 */
export async function agreeOnRevision(
  context: CommandContext,
  engine: Engine,
  stored: PlannedStoredStudy,
  mended: MendedStudy,
  asked: { readonly request: RetryRequest; readonly yes: boolean },
): Promise<number> {
  const { studyId, snapshot } = stored;
  const { loaded, plan, look, bounds } = mended;
  const { store } = engine;
  const folder = store.study(studyId);
  const { runs: wanted } = asked.request;
  const again = wanted === 'failed' ? (await readFailedRuns(folder)).size : wanted.length;
  const others = wanted === 'failed' ? await jobsNotStarted(stored, folder) : 0;
  const jobs = Math.max(1, Math.ceil(again / loaded.study.execution.runsPerJob)) + others;
  const runsAgain = { ...plan, jobs: plan.jobs.slice(0, jobs) };
  const price = await requireAccepted(context, requirePlatform(engine), { loaded });
  const cost = costOfUse(estimateUse(loaded.study, runsAgain), price);
  const { output } = context;
  output.note(`These files differ from those that ${studyId} runs with:`);
  for (const change of look.changes) output.note(`  ${describeChange(change)}`);
  const isAll = stored.ended !== undefined && others === 0;
  output.note(describeRuns({ again, jobs, cost, isAll }));
  if (!asked.yes) await confirm(context, studyId);
  const kept = await keepShownFiles(store, loaded, look, bounds);
  const facts = { createdAt: context.now().toISOString(), engineVersion: context.version };
  return keepRevision(folder, snapshot, kept, {
    ...facts,
    runs: asked.request.runs === 'failed' ? 'failed' : [...asked.request.runs],
    planHash: hashOfFiles(loaded.study, kept.files),
  });
}

async function confirm(context: CommandContext, studyId: string): Promise<void> {
  const asks = canAsk(context);
  if (asks && (await askYes(context, 'Run them with these files?'))) return;
  throw new UsageError(
    'USAGE_CONFIRMATION',
    asks
      ? 'Not confirmed: nothing was run again'
      : 'To run with changed files needs a confirmation, and there is nobody to ask here: nothing was run again',
    {
      exitCode: exitCodes.refused,
      hint: `${asks ? '' : 'To confirm, repeat the command with --yes   '}With the files that the study has: doeflow retry ${studyId} --failed`,
    },
  );
}

function describeRuns(what: {
  readonly again: number;
  readonly jobs: number;
  readonly cost: CostRange;
  readonly isAll: boolean;
}): string {
  const { again, jobs, cost, isAll } = what;
  const others = isAll ? '' : ', and what is not started yet';
  return `To run with them: ${countOf(again, 'failed run')} again${others}, in ${countOf(jobs, 'job')}; cost ${costText(cost)}. Runs that are done keep theirs.`;
}

/** Planned jobs that a study which was stopped never started. */
async function jobsNotStarted(
  { ended, plan }: { readonly ended?: unknown; readonly plan: Plan },
  folder: DocumentFolder,
): Promise<number> {
  if (ended === undefined) return 0;
  const planned = plan.jobs.length;
  const checkpoint = await readCheckpoint(folder);
  const { nextPlanned = Math.min(checkpoint.jobs, planned) + 1, withdrawn = [] } = checkpoint;
  return Math.max(0, planned + 1 - nextPlanned) + withdrawn.length;
}
