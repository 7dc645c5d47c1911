import { Option } from 'commander';
import { UsageError } from '../../errors.ts';
import { findAmended, type Store } from '../../store/index.ts';
import {
  amendedMeanwhile,
  confirmAmendment,
  keepAmendment,
  tellAmendment,
} from '../amend/apply-amendment.ts';
import type { AgainOptions } from '../amend/choose-runs-again.ts';
import type { WithdrawOptions } from '../amend/choose-withdrawn.ts';
import { describeAmendment } from '../amend/describe-amendment.ts';
import { findOutstanding, outstandingWords, type Outstanding } from '../amend/find-outstanding.ts';
import { askOfHardware } from '../amend/ask-of-hardware.ts';
import { askPrice } from '../amend/ask-price.ts';
import { askStopping } from '../amend/ask-stopping.ts';
import { readAmendment, type ReadAmendment } from '../amend/read-amendment.ts';
import { startedStudyHelp, studyPathHelp } from '../argument-help.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb } from '../define-verb.ts';
import { requireStaysUp } from '../engine/embedded-is-up.ts';
import { requirePlatform } from '../engine/require-platform.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import { platformOfEngine, requirePlatformOf, seenAtHand } from '../engine/platform-at-hand.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { uiLink } from '../engine/ui-link.ts';
import { exitCodes } from '../exit-codes.ts';
import { tellNext } from '../output/tell-next.ts';
import { parseCount, parseDuration, parseRuns } from '../parse-arguments.ts';
import { requireAccepted } from '../plan/require-accepted.ts';
import { resultsDirOf } from '../studies/export-results.ts';
import { findStudy } from '../studies/find-study.ts';
import { followStudy } from '../studies/follow-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { readStudyStatus } from '../studies/read-study-status.ts';
import type { StoredStudy } from '../studies/stored-study.ts';
import { allowOutsideOption, studyBounds, type BoundsOptions } from '../study-bounds.ts';

interface AmendOptions extends BoundsOptions, AgainOptions, WithdrawOptions {
  readonly plan?: boolean;
  readonly apply?: boolean;
  readonly on?: number;
  readonly why?: string;
  readonly yes?: boolean;
  readonly detach?: boolean;
  /** Milliseconds. */
  readonly wait?: number;
}

/** `doeflow amend`: another study file takes the place of a study's own; finished runs stay as they are, but those that are asked for run again. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .argument('[changed]', `${studyPathHelp}; none where only runs are named`)
    .addOption(
      new Option('--plan', 'show what differs and what it costs; change nothing').conflicts(
        'apply',
      ),
    )
    .option('--apply', 'amend the study so')
    .option('--on <revision>', 'with --apply: only where the study still stands at it', parseCount)
    .option('--rerun <list>', 'run these runs again, which have ended, such as 3,7-9', parseRuns)
    .addOption(
      new Option(
        '--rerun-where <expression>',
        'run those again that have ended and for which this is true, such as "w > 2"',
      ).conflicts('rerun'),
    )
    .option('--withdraw <list>', 'do not run these planned runs, such as 3,7-9', parseRuns)
    .addOption(
      new Option(
        '--withdraw-where <expression>',
        'do not run those that have not begun and for which this is true, such as "x > 3"',
      ).conflicts('withdraw'),
    )
    .option('--bring-back <list>', 'run these withdrawn runs after all', parseRuns)
    .option('--why <text>', 'with --apply: the reason, which is kept with the amendment')
    .addOption(allowOutsideOption())
    .option('--yes', 'with --apply: do not ask')
    .option('--detach', 'with --apply: return at once, without watching')
    .option('--wait <duration>', 'stop watching after this time, such as 30m', parseDuration)
    .addHelpText(
      'after',
      '\nWhat is submitted runs to its end as it was; what is not, runs as amended. Works on studies that run, are paused,\nhave ended, or lost their workflow; one that is paused stays so. Exit code 5 where a change is refused, with the reason.',
    )
    .action(async (reference: string, path: string | undefined, options: AmendOptions) => {
      const { plan = false, apply = false, on } = options;
      if (plan === apply) {
        throw new UsageError('USAGE_ARGUMENTS', 'Expected --plan or --apply', {
          hint: 'To see what would change, and what it costs: --plan',
        });
      }
      if (path === undefined && !choosesRuns.some((name) => options[name] !== undefined)) {
        throw new UsageError('USAGE_ARGUMENTS', 'Expected a changed study file, or runs', {
          hint: 'Such as doeflow amend STUDY changed.yaml --plan, or doeflow amend STUDY --withdraw 7-9 --plan',
        });
      }
      const settings = readSettings(context);
      if (apply && options.detach === true) {
        await requireStaysUp(settings, 'amend --apply --detach', 'it without --detach');
      }
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      const folder = store.study(stored.studyId);
      const bounds = studyBounds(context, options);
      const amendment = await readAmendment(context, store, stored, {
        ...{ path, bounds, ...options },
        askPlatform: (study) => askOfHardware(context, study),
        askPrice: (study) => askPrice(context, study),
        askStopping: () => askStopping(context, stored),
      });
      if (plan) {
        showRead(context, amendment);
        if (amendment.difference.refused.length > 0) context.end(exitCodes.refused);
        return;
      }
      if (on !== undefined && on !== amendment.newest.revision && !isEmpty(amendment)) {
        throw amendedMeanwhile(stored.studyId, on, amendment.newest.revision);
      }
      requireAllowed(amendment);
      const outstanding = await findOutstanding(store, stored);
      const isTold = outstanding === undefined && stored.ended !== undefined;
      if (isEmpty(amendment) && (isTold || (await findAmended(folder)) === undefined)) {
        showRead(context, amendment);
        return;
      }
      await applyTo(context, store, stored, amendment, { ...options, outstanding });
    });
};

/** Shows what was read, and what to do next. */
function showRead({ output }: CommandContext, amendment: ReadAmendment): void {
  const view = describeAmendment(amendment);
  output.show(view);
  tellNext(
    output,
    view.human.flatMap((block) => (block.kind === 'next' ? block.commands : [])),
  );
}

/** Options that name runs: with one of them, the study may keep its files. */
const choosesRuns = [
  ...(['rerun', 'rerunWhere', 'withdraw', 'withdrawWhere', 'bringBack'] as const),
] as const;

function isEmpty({ difference: { amended, refused } }: ReadAmendment): boolean {
  return amended.length === 0 && refused.length === 0;
}

function requireAllowed({ stands: { studyId }, difference: { refused } }: ReadAmendment): void {
  if (refused.length === 0) return;
  throw new UsageError(
    'USAGE_AMEND_REFUSED',
    [
      `Study ${studyId} can't be amended so:`,
      ...refused.map(({ words, why }) => `${words}: ${why}`),
    ].join('\n  '),
    {
      exitCode: exitCodes.refused,
      hint: 'Nothing was amended. Take that back, or start a new study with `reuse: true` under `execution`: runs that are equal are not paid for again',
    },
  );
}

async function applyTo(
  context: CommandContext,
  store: Store,
  stored: StoredStudy,
  read: ReadAmendment,
  {
    yes = false,
    detach = false,
    wait,
    why,
    outstanding,
  }: AmendOptions & { readonly outstanding: Outstanding | undefined },
): Promise<void> {
  const { studyId } = stored;
  context.interrupt.handle();
  const engine = await openCheckedEngine(context);
  try {
    requirePlatformOf(stored, seenAtHand(await platformOfEngine(engine), engine));
    let revision = read.newest.revision;
    const also = describeAmendment(read).json as object;
    if (!isEmpty(read)) {
      const { study } = read.amended;
      await requireAccepted(context, requirePlatform(engine), {
        loaded: { study },
        isStarted: true,
      });
      for (const line of linesOf(read)) context.output.note(line);
      if (!yes) await confirmAmendment(context, studyId);
      revision = await keepAmendment(context, store, read, why);
    } else if (outstanding !== undefined) {
      context.output.note(`Nothing differs, but ${outstandingWords(outstanding)}.`);
      if (outstanding.runs > 0 && !yes) await confirmAmendment(context, studyId);
      ({ revision } = outstanding);
    }
    const stands = await planStoredStudy(store, stored, revision);
    const before = await readStudyStatus(engine, stored);
    const wasPaused = before.progress?.state === 'Paused';
    const { handle, startedAt } = await tellAmendment(context, engine, stands, revision);
    const alsoJson = { amendment: { ...also, applied: revision } };
    if (detach) {
      const next = [`doeflow watch ${studyId}`];
      context.output.show({
        json: { studyId, ...alsoJson },
        human: [{ kind: 'next', commands: next }],
        quiet: studyId,
      });
      tellNext(context.output, next);
      return;
    }
    await followStudy(context, {
      ...{
        engine,
        handle,
        studyId,
        study: stands.study,
        startedAt,
        alsoJson,
        waitMs: wait,
        wasPaused,
        notesBefore: stored.ended === undefined ? before.progress?.notes : [],
      },
      uiUrl: uiLink(engine, stored.snapshot.studyName),
      resultsDir: resultsDirOf(context, stored),
    });
  } finally {
    await engine.close();
  }
}

/** What is to be agreed to, line by line. */
function linesOf(amendment: ReadAmendment): readonly string[] {
  return describeAmendment(amendment).human.flatMap((block) => {
    if (block.kind === 'facts') return block.rows.map(([name, value]) => `${name}: ${value}`);
    return block.kind === 'text' ? block.lines.filter((line) => line !== '') : [];
  });
}
