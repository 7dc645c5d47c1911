/** From an amendment that was read to the study that has it: agreed to, kept by one create, told to the study. */
import { amendStudyUpdate } from '../../../workflows/messages.ts';
import { UsageError } from '../../errors.ts';
import { createAmendment, type Amendment, type Store } from '../../store/index.ts';
import { hashOfFiles } from '../../study-file/index.ts';
import { askYes, canAsk } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import { keepShownFiles } from '../studies/keep-shown-files.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';
import { findOpenStudy, type OpenStudy } from '../studies/open-study.ts';
import { ownerOf } from '../studies/owner-of.ts';
import { sendTicket } from '../studies/send-ticket.ts';
import { restartStudy, type StartedStudy } from '../studies/start-study.ts';
import { readStoredStudy } from '../studies/stored-study.ts';
import { otherStudyOpen, requireGoingOn, takeUpStudy } from '../studies/take-up-study.ts';
import { waitForClose } from '../studies/wait-for-close.ts';
import type { ReadAmendment } from './read-amendment.ts';
import { keepPriceOf } from './read-hardware.ts';
import { keepRecomputed } from './recompute-outputs.ts';

/** The person at the terminal agrees, or said so with `--yes`. @throws UsageError USAGE_CONFIRMATION, exit code 5 */
export async function confirmAmendment(context: CommandContext, studyId: string): Promise<void> {
  const asks = canAsk(context);
  if (asks && (await askYes(context, 'Amend the study so?'))) return;
  const message = asks
    ? 'Not confirmed: nothing was amended'
    : 'To amend a study needs a confirmation, and there is nobody to ask here: nothing was amended';
  throw new UsageError('USAGE_CONFIRMATION', message, {
    exitCode: exitCodes.refused,
    hint: `To confirm, repeat the command with --yes   How the study is: doeflow status ${studyId}`,
  });
}

/**
 * Keeps exactly what was shown, as the revision after the one that it was compared with.
 * @returns its number
 * @throws UsageError USAGE_AMENDED_MEANWHILE or USAGE_PLAN_CHANGED, exit code 5: nothing was amended
 */
export async function keepAmendment(
  context: CommandContext,
  store: Store,
  {
    stands,
    newest,
    amended,
    bounds,
    difference,
    recomputed,
    readsAnew,
    again,
    chosen,
    hardware,
  }: ReadAmendment,
  why: string | undefined,
): Promise<number> {
  const folder = store.study(stands.studyId);
  const { study, file } = amended;
  const kept =
    file === undefined ? newest : await keepShownFiles(store, file.loaded, file.look, bounds);
  const source = file?.look.source ?? stands.snapshot.source;
  const amendment: Amendment = {
    by: ownerOf(undefined),
    ...(why === undefined ? {} : { why }),
    ...(source === undefined ? {} : { source }),
    changes: difference.amended.map(({ words }) => words),
    ...(hardware === undefined
      ? {}
      : { hardware: { before: hardware.before, after: hardware.after } }),
    ...(difference.amended.some(({ kind }) => kind === 'how') ? {} : { sameRuns: true }),
    ...(chosen.withdraws.length === 0 ? {} : { withdraws: [...chosen.withdraws] }),
    ...(chosen.bringsBack.length === 0 ? {} : { bringsBack: [...chosen.bringsBack] }),
    ...maxCostOf(stands.study.execution.maxCost, study.execution.maxCost),
    ...(recomputed === undefined ? {} : { recomputed: await keepRecomputed(folder, recomputed) }),
    ...(readsAnew === undefined ? {} : { readsAnew: true }),
  };
  if (hardware !== undefined) await keepPriceOf(folder, stands.study, hardware);
  const isKept = await createAmendment(folder, newest, {
    ...{ amendment, createdAt: context.now().toISOString() },
    ...{ studyFile: kept.studyFile, files: kept.files },
    runs: [...again],
    engineVersion: context.version,
    planHash: hashOfFiles(study, kept.files),
  });
  if (isKept) return newest.revision + 1;
  throw amendedMeanwhile(stands.studyId, newest.revision, newest.revision + 1);
}

type Limit = { readonly amount: number; readonly currency?: string } | undefined;

function maxCostOf(before: Limit, after: Limit): Partial<Pick<Amendment, 'maxCost'>> {
  if (before?.amount === after?.amount && before?.currency === after?.currency) return {};
  return { maxCost: after ?? null };
}

/** @param seen the revision that the person saw; `now` the one that the study stands at */
export function amendedMeanwhile(studyId: string, seen: number, now: number): UsageError {
  return new UsageError(
    'USAGE_AMENDED_MEANWHILE',
    `Study ${studyId} was amended or mended meanwhile: this was compared with revision ${seen}, and it stands at revision ${now}. Nothing was amended`,
    { exitCode: exitCodes.refused, hint: 'Look at the difference anew, with --plan' },
  );
}

/**
 * Tells the open workflow of the study, or starts one for what the amendment adds and changes. Repeated, it changes nothing more.
 * @param before how often this command looked for an open workflow already
 */
export async function tellAmendment(
  context: CommandContext,
  engine: Engine,
  stands: PlannedStoredStudy,
  revision: number,
  before = 0,
): Promise<Pick<StartedStudy | OpenStudy, 'handle' | 'startedAt'>> {
  const { studyId, snapshot, study, plan } = stands;
  requireGoingOn(context, studyId, before);
  const again = (): ReturnType<typeof tellAmendment> =>
    tellAmendment(context, engine, stands, revision, before + 1);
  const open = await findOpenStudy(engine, snapshot.studyName);
  if (open === undefined) {
    const now = await readStoredStudy(engine.store, studyId);
    const isLost = now !== undefined && now.ended === undefined;
    const started = isLost
      ? await takeUpStudy(context, engine, stands, { before })
      : await restartStudy(engine, studyId, study, plan, { amend: revision, now: context.now() });
    if (started === undefined) return again();
    context.output.note(`Study ${studyId} goes on as revision ${revision}.`);
    return started;
  }
  if (open.studyId !== studyId) throw otherStudyOpen(snapshot.studyName, open.studyId);
  const kept = `The amendment is kept as revision ${revision}`;
  const sent = await sendTicket(
    { context, engine, stored: stands, open, to: `go on as revision ${revision}`, kept },
    { asks: 'amend', revision },
    (named, updateId) => open.handle.executeUpdate(amendStudyUpdate, { args: [named], updateId }),
  );
  // It ended meanwhile: then it is started again.
  if (sent === 'ending') await waitForClose(context, open);
  if (typeof sent === 'string') return again();
  context.output.note(`Study ${studyId} is at revision ${revision} from now on.`);
  return open;
}
