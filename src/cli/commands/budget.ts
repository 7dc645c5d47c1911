import { InvalidArgumentError } from 'commander';
import { budgetStudyUpdate } from '../../../workflows/messages.ts';
import { UsageError } from '../../errors.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { layout, setCostLimit, type Store } from '../../store/index.ts';
import { parseCostLimit } from '../../study-file/index.ts';
import { mostHoursOfCluster, mostHoursOfJob } from '../../study/budget.ts';
import type { CostLimit } from '../../study/cost-limit.ts';
import type { Study } from '../../study/study.ts';
import { startedStudyHelp } from '../argument-help.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb } from '../define-verb.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { exitCodes } from '../exit-codes.ts';
import { tellNext } from '../output/tell-next.ts';
import { tooLowLimit } from '../studies/least-limit.ts';
import { findStudy } from '../studies/find-study.ts';
import { findOpenExecution } from '../studies/open-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { ownerOf } from '../studies/owner-of.ts';
import { budgetWords, limitSetWords, readBudget } from '../studies/read-budget.ts';
import { orderStudy } from '../studies/order-study.ts';
import { progressOf } from '../studies/start-study.ts';
import { mayBeOpen, type StoredStudy } from '../studies/stored-study.ts';
import { waysAfterLimit } from '../studies/ways-after-limit.ts';

interface BudgetOptions {
  readonly set?: CostLimit;
  readonly none?: boolean;
  readonly why?: string;
}

/** `doeflow budget`: what a study may cost and what of it is committed; with `--set` another limit from now on. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option(
      '--set <amount>',
      'the most that it may commit from now on, such as 200 or "200 USD"',
      parseLimit,
    )
    .option('--none', 'no limit from now on')
    .option('--why <text>', 'the reason, which is kept with the limit')
    .addHelpText(
      'after',
      '\nCommitted is what has been spent and what is set aside for jobs and clusters that go on, each until its\nwalltime. A study that its budget has paused goes on by doeflow resume STUDY once the limit allows it. A limit\nbelow what is committed stops nothing that runs: doeflow pause STUDY --now does.',
    )
    .action(async (reference: string, options: BudgetOptions) => {
      const { set, none = false, why } = options;
      if (set !== undefined && none) throw oneOf('--set AMOUNT or --none, not both');
      if (set === undefined && !none && why !== undefined)
        throw oneOf('--why with --set or --none');
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      const isSet = set !== undefined || none;
      const { study } = await planStoredStudy(store, stored);
      const readNow = () =>
        readBudget(store, {
          ...{ studyId: stored.studyId, study },
          isOver: stored.ended !== undefined,
        });
      const before = isSet ? await readNow() : undefined;
      const progress = isSet ? await setLimit(context, store, stored, options) : undefined;
      const budget = await readNow();
      const { studyId } = stored;
      const tooLow = isSet && mayBeOpen(stored) ? tooLowLimit(budget) : undefined;
      const next = isSet
        ? waysAfterLimit(stored, progress, budget, before)
        : [`doeflow status ${studyId}`];
      context.output.show({
        json: { studyId, budget: budget ?? null },
        human: [
          {
            kind: 'facts',
            rows: [
              ['study', studyId],
              ['budget', budget === undefined ? 'no limit' : budgetWords(budget)],
              ...(budget?.changes ?? []).map((one) => ['set', limitSetWords(one)] as const),
              ...(tooLow === undefined ? [] : [['too low', tooLow.words] as const]),
            ],
          },
          { kind: 'next', commands: next },
        ],
        quiet: budget?.maxCost == null ? '' : String(budget.maxCost),
      });
      tellNext(context.output, next);
    });
};

/** Keeps the limit, and has an open study look at it. @returns how that stands; undefined where nobody answers for it now */
async function setLimit(
  context: CommandContext,
  store: Store,
  stored: StoredStudy,
  { set, why }: BudgetOptions,
): Promise<StudyProgress | undefined> {
  const { study } = await planStoredStudy(store, stored);
  if (set !== undefined) {
    requireBound(study);
    await requireCurrency(store, stored.studyId, set);
  }
  await setCostLimit(store.study(stored.studyId), {
    ...(set === undefined ? {} : { limit: set }),
    at: context.now().toISOString(),
    by: ownerOf(undefined),
    ...(why === undefined ? {} : { why }),
  });
  if (!mayBeOpen(stored)) return undefined;
  // The study asks the store before each job; where nobody works on it, it does once it goes on.
  const engine = await openEngineIfUp(context);
  try {
    const open = engine && (await findOpenExecution(engine, stored));
    if (engine === undefined || open === undefined) return undefined;
    const kept = 'The limit is kept, and holds for all that is started from now on';
    await orderStudy({ context, engine, stored, open, to: 'look at its limit', kept }, (updateId) =>
      open.handle.executeUpdate(budgetStudyUpdate, { args: [{ look: 'again' }], updateId }),
    );
    return await progressOf(engine, open.handle);
  } finally {
    await engine?.close();
  }
}

function requireBound(study: Study): void {
  const isCluster = study.execution.cluster?.kind === 'own';
  const bound = isCluster ? mostHoursOfCluster(study) : mostHoursOfJob(study);
  if (bound !== undefined) return;
  throw new UsageError(
    'USAGE_BUDGET',
    `Nothing bounds what a job of this study may cost, so no limit could be held: its ${isCluster ? 'cluster' : 'hardware'} has no walltime`,
    { exitCode: exitCodes.refused, hint: 'Give a walltime in the study file, and start it anew' },
  );
}

/** A limit in another currency than the prices that the study was started with could not be held. */
async function requireCurrency(
  store: Store,
  studyId: string,
  { amount, currency }: CostLimit,
): Promise<void> {
  const price = await store.study(studyId).find(layout.price);
  const told = price?.currency ?? undefined;
  if (currency === undefined || told === undefined || currency === told) return;
  throw new UsageError(
    'USAGE_BUDGET',
    `The limit is in ${currency}, and the prices of ${studyId} are in ${told}`,
    { exitCode: exitCodes.refused, hint: `Give it in ${told}, such as --set "${amount} ${told}"` },
  );
}

function parseLimit(text: string): CostLimit {
  const limit = parseCostLimit(text);
  if (limit === undefined) {
    throw new InvalidArgumentError('Write an amount greater than 0, such as 200 or "200 USD".');
  }
  return limit;
}

function oneOf(expected: string): UsageError {
  return new UsageError('USAGE_BUDGET', `Expected ${expected}`, {
    hint: 'For example: doeflow budget beam --set 200',
  });
}
