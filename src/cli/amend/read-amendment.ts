/** A study as it stands beside the study file that is to take its place: what differs, what that costs, and what of it is refused. */
import { firstRevision } from '../../run/first-revision.ts';
import { describeChange, readRevisions, type KeptFiles, type Store } from '../../store/index.ts';
import type { StudyBounds } from '../../study-file/index.ts';
import type { AmendmentKind } from '../../study/amend/amend-rules.ts';
import {
  compareStudy,
  type RefusedSetting,
  type StudyDifference,
} from '../../study/amend/compare-study.ts';
import type { CorePrice } from '../../study/cost.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { checkBudget } from '../plan/check-budget.ts';
import { readTimedRuns } from '../plan/timed-runs.ts';
import type { FolderLook } from '../studies/look-at-folder.ts';
import { planStoredStudy, type PlannedStoredStudy } from '../studies/open-stored-study.ts';
import type { StoredStudy } from '../studies/stored-study.ts';
import { chooseRunsAgain, type AgainOptions, type RunsAgain } from './choose-runs-again.ts';
import { chooseWithdrawn, type ChosenWithdrawn, type WithdrawOptions } from './choose-withdrawn.ts';
import { rangesOf } from './ranges-of.ts';
import { readChanged, type ChangedStudy } from './read-changed.ts';
import { costOfAmendment, type AmendmentCost, type ComparedPrices } from './amendment-cost.ts';
import { needsPrice, withAskedPrices, type AskPrice } from './asked-prices.ts';
import { countRepeats } from './count-repeats.ts';
import { readJobsNotStarted } from './jobs-not-started.ts';
import { readOnCluster } from './on-cluster.ts';
import { readRunsGoingOn, type AskStopping } from './runs-going-on.ts';
import { findReusable, type ReusableByAmendment } from './find-reusable.ts';
import { readHardware, type AmendedHardware, type AskPlatform } from './read-hardware.ts';
import { refuseSharedCluster } from './refuse-shared-cluster.ts';
import { refuseNoSlot, tellNoRoom } from './room-in-budget.ts';
import { previewAnew, refusedByFiles, repeatedAnew, type AnewPreview } from './preview-anew.ts';
import { recomputeOutputs, type Recomputed } from './recompute-outputs.ts';

/** An amendment that was read, and not made. */
export interface ReadAmendment {
  /** The study with its newest files. */
  readonly stands: PlannedStoredStudy;
  /** The revision that it stands at, with its files. */
  readonly newest: KeptFiles & { readonly revision: number };
  readonly amended: ChangedStudy;
  readonly bounds: StudyBounds;
  readonly difference: StudyDifference;
  readonly cost: AmendmentCost;
  /** Absent where no output changes, and for a study that is open. */
  readonly recomputed: Recomputed | undefined;
  /** What the study itself would read anew; absent where no output changes, and for one that has ended. */
  readonly readsAnew: AnewPreview | undefined;
  /** That the limit of its cost has no room for all of it, as a sentence; absent where it has. */
  readonly noRoom: string | undefined;
  /** Runs that have ended and are to run again, in order. */
  readonly again: readonly number[];
  /** Planned runs that are withdrawn, and withdrawn ones that are brought back. */
  readonly chosen: ChosenWithdrawn;
  /** Planned runs that no job has yet, without those that are added; among them those that other studies were to run as they stood. */
  readonly notStarted: number;
  /** Runs that a job had which was stopped or never sent, and that go on with the study as amended. */
  readonly goingOn: number;
  /** Absent where it stays. */
  readonly hardware: AmendedHardware | undefined;
  /** What finished runs of other studies may stand for; absent for a study that runs all itself. */
  readonly reused: ReusableByAmendment | undefined;
}

/** What is read. */
interface AmendmentSource extends AgainOptions, WithdrawOptions {
  /** Absent: the study keeps its files. */
  readonly path: string | undefined;
  readonly bounds: StudyBounds;
  /** Asks the platform whether it takes a study with other hardware, and what that costs. */
  readonly askPlatform: AskPlatform;
  readonly askPrice: AskPrice;
  readonly askStopping: AskStopping;
}

/** Reads and compares; nothing is kept, and the platform is asked of other hardware alone, and of a price that nobody has read yet. @throws StudyError with every mistake at its place */
export async function readAmendment(
  context: CommandContext,
  store: Store,
  stored: StoredStudy,
  { path, bounds, askPlatform, askPrice, askStopping, ...asked }: AmendmentSource,
): Promise<ReadAmendment> {
  const folder = store.study(stored.studyId);
  const revision = (await readRevisions(folder)).at(-1);
  const { studyFile, files } = revision ?? stored.snapshot;
  const newest = { revision: revision?.revision ?? firstRevision, studyFile, files };
  const stands = await planStoredStudy(store, stored, newest.revision);
  const amended = await readChanged(context, stands, newest, { path, bounds });
  const { study, plan, file } = amended;
  const compared = compareStudy(stands, { study, plan });
  const changed = file
    ? withFiles(compared, file.look, [...files, ...file.loaded.files])
    : compared;
  const runsAgain = await chooseRunsAgain(folder, stands, asked, {
    newest: newest.revision,
    isEqual: changed.amended.length === 0,
    // Other outputs may read files that weren't collected before.
    changesHow: changed.amended.some((one) => changesHow(one) || one.kind === 'outputs'),
  });
  const started = await planStoredStudy(store, stored, firstRevision);
  const chosen = await chooseWithdrawn(folder, stands, started, asked);
  const difference = withRunsAgain(withWithdrawn(changed, chosen), runsAgain);
  const changesOutputs = difference.amended.some(({ kind }) => kind === 'outputs');
  const isOver = stored.ended !== undefined;
  const recomputed =
    changesOutputs && isOver && difference.refused.length === 0
      ? await recomputeOutputs(folder, { study, plan }, newest.revision + 1)
      : undefined;
  const compares = { before: stands.study, after: study };
  const read = await readHardware(folder, compares, askPlatform);
  const readsAnew =
    changesOutputs && !isOver && difference.refused.length === 0
      ? await previewAnew(folder, { study, plan }, newest.revision + 1, async (revision) =>
          revision === newest.revision
            ? stands.study
            : (await planStoredStudy(store, stored, revision)).study,
        )
      : undefined;
  const waiting = await readJobsNotStarted(store, stands, amended, chosen);
  const expected = await readTimedRuns(store, stored.snapshot.studyName);
  const goingOn = isOver
    ? []
    : await readRunsGoingOn(folder, {
        notStarted: waiting.notStarted,
        // What goes on as it was costs the same on both sides.
        askStopping: read.hardware === undefined ? () => Promise.resolve([]) : askStopping,
        onOwnCluster: stands.study.execution.cluster?.kind === 'own',
      });
  const otherwise = [...runsAgain.runs, ...(readsAnew?.mended ?? [])];
  const use = {
    ...{ ...compares, added: difference.added },
    repeats: isOver ? undefined : await countRepeats(folder, compares, otherwise, goingOn),
    again: runsAgain.runs.length + chosen.bringsBack.length + repeatedAnew(readsAnew, study),
    // A study that has ended runs what is added, also what was before, and nothing else.
    notStarted: isOver ? [] : waiting.notStarted,
    left: isOver ? waiting.added : waiting.left,
    onCluster: await readOnCluster(store, stored, compares),
  };
  const reused = await findReusable(store, stands, amended, { ...use, back: chosen.bringsBack });
  const costAt = (prices: ComparedPrices): AmendmentCost =>
    costOfAmendment({ ...use, reused }, prices, expected);
  const prices = needsPrice(costAt(read.prices))
    ? await withAskedPrices(read, compares, askPrice)
    : read.prices;
  const cost = costAt(prices);
  const price = prices.after;
  const limited = { studyId: stored.studyId, ...compares, price, isOver };
  return {
    ...{ stands, newest, amended, bounds, recomputed, readsAnew, cost, chosen, reused },
    again: runsAgain.runs,
    hardware: read.hardware && { ...read.hardware, prices },
    noRoom: await tellNoRoom(store, limited, cost),
    difference: {
      ...difference,
      refused: [
        ...difference.refused,
        ...(readsAnew === undefined ? [] : refusedByFiles(readsAnew, runsAgain.runs)),
        ...refusedByLimit(study, price),
        ...(difference.refused.length > 0 ? [] : read.refused),
        ...(await refuseSharedCluster(store, stored, compares)),
        ...(read.hardware === undefined || read.hardware.isWalltimeOnly || price === undefined
          ? []
          : await refuseNoSlot(store, limited, price)),
      ],
    },
    notStarted: waiting.runs,
    goingOn: goingOn.length,
  };
}

/** Whether jobs that are made afterwards are made otherwise. */
function changesHow({ kind }: { readonly kind: AmendmentKind }): boolean {
  return kind === 'how' || kind === 'hardware';
}

/** Files that a run reads are a part of how it is made; those that hold rows are compared by their rows. */
function withFiles(
  difference: StudyDifference,
  { changes }: FolderLook,
  files: readonly { readonly path: string; readonly role: string }[],
): StudyDifference {
  const roles = new Map(files.map(({ path, role }) => [path, role]));
  const made = changes.flatMap((change) => {
    const role = roles.get(change.path);
    return role === 'input' || role === 'template' || role === 'script'
      ? [{ kind: 'how' as AmendmentKind, words: describeChange(change) }]
      : [];
  });
  return { ...difference, amended: [...difference.amended, ...made] };
}

function withRunsAgain(difference: StudyDifference, { runs, refused }: RunsAgain): StudyDifference {
  const words = `run again: ${rangesOf(runs)}`;
  return {
    ...difference,
    amended: [
      ...difference.amended,
      ...(runs.length === 0 ? [] : [{ kind: 'again', words } as const]),
    ],
    refused: [...difference.refused, ...refused],
  };
}

function withWithdrawn(
  difference: StudyDifference,
  { withdraws, bringsBack, refused }: ChosenWithdrawn,
): StudyDifference {
  const changes = [
    ['withdrawn', `withdraw: ${rangesOf(withdraws)}`, withdraws],
    ['back', `bring back: ${rangesOf(bringsBack)}`, bringsBack],
  ] as const;
  return {
    ...difference,
    amended: [
      ...difference.amended,
      ...changes.flatMap(([kind, words, runs]) => (runs.length === 0 ? [] : [{ kind, words }])),
    ],
    refused: [...difference.refused, ...refused],
  };
}

/** A limit that can't be held at the price that was read last. */
function refusedByLimit(study: Study, price: CorePrice | undefined): readonly RefusedSetting[] {
  if (price === undefined) return [];
  return checkBudget(study, price, true).map(({ where, message }) => ({
    words: where,
    why: message,
  }));
}
