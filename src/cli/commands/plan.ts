import { StorageError, UsageError } from '../../errors.ts';
import { namedSink } from '../../files/index.ts';
import { readOwnPrices } from '../../host/settings/own-prices.ts';
import { writeDesignTable } from '../../tables/index.ts';
import { planGrowth } from '../../study-file/index.ts';
import type { Study } from '../../study/study.ts';
import { unexecutableFiles } from '../../study/unexecutable-files.ts';
import { studyPathHelp } from '../argument-help.ts';
import type { CommandContext } from '../context.ts';
import { openOwnStoreIfMade } from '../engine/open-own-store.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadPlan } from '../load-plan.ts';
import { requireTargets } from '../notify/require-targets.ts';
import { parseCount, parseDuration } from '../parse-arguments.ts';
import type { PlanCheck } from '../plan/check-plan.ts';
import { describeGrowth } from '../plan/describe-growth.ts';
import { describeDiff } from '../plan/describe-diff.ts';
import { describePlan } from '../plan/describe-plan.ts';
import { diffPlans } from '../plan/diff-plans.ts';
import { estimateUse, type ExpectedRunTime } from '../plan/estimate-use.ts';
import { comparedWith, sideOf } from '../plan/plan-sides.ts';
import { planWithReuse } from '../plan/plan-with-reuse.ts';
import { requireDesignPlace } from '../plan/design-place.ts';
import { writePlanFile } from '../plan/write-plan-file.ts';
import { readTimedRuns } from '../plan/timed-runs.ts';
import { allowOutsideOption, studyBounds, type BoundsOptions } from '../study-bounds.ts';
import type { DefineVerb } from '../define-verb.ts';

interface PlanOptions extends BoundsOptions {
  readonly check?: boolean;
  readonly design?: string;
  readonly show: number;
  readonly extend?: string;
  readonly add?: number;
  readonly output?: string;
  readonly diff?: string;
  /** Milliseconds. */
  readonly runTime?: number;
}

/** `doeflow plan`: what a study would run, before anything is paid for. Only `--check` talks to the platform. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[study]', studyPathHelp, '.')
    .option(
      '--check',
      'also ask the platform: hardware, software, required custom fields, and the price',
    )
    .option(
      '--run-time <duration>',
      'how long one run is expected to take, such as 5m, for the lower bound of hours and price',
      parseDuration,
    )
    .option('-o, --output <file>', 'write a plan file, which run and start execute exactly')
    .option('--design <file>', 'write the whole design to a CSV file')
    .option('--show <n>', 'number of rows to show from the start and from the end', parseCount, 3)
    .option(
      '--extend <study>',
      'show the rows that would be added to the design of this study (a file, or a started study)',
    )
    .option('--add <n>', 'with --extend: number of rows to add', parseCount)
    .addOption(allowOutsideOption())
    .option(
      '--diff <study>',
      'show only what differs from this study (a file, a plan file, or a started study)',
    )
    .action(async (path: string, options: PlanOptions) => {
      context.interrupt.close();
      if (options.extend !== undefined || options.add !== undefined) {
        await showGrowth(context, options);
        return;
      }
      const planned = await loadPlan(path, {
        bounds: studyBounds(context, options),
        announce: context.output.note,
      });
      const { loaded, plan } = planned;
      const tells = requireTargets(context, loaded.study);
      for (const sentence of unexecutableFiles(loaded.study)) context.output.warn(sentence);
      if (options.diff !== undefined) {
        const after = { name: path, study: loaded.study, plan, files: loaded.files };
        const before = await comparedWith(
          context,
          options.diff,
          after,
          studyBounds(context, options),
        );
        context.output.show(
          describeDiff(await diffPlans(before, after, options.show), before, after),
        );
        return;
      }
      const check = options.check === true ? await askPlatform(context, loaded.study) : undefined;
      if (options.design !== undefined) {
        const target = requireDesignPlace(context, options.design);
        await writeDesignTable(namedSink(target), loaded.study, plan);
        context.output.note(`Wrote the design to ${target}`);
      }
      const expected = await expectRunTime(context, loaded.study.name, options.runTime);
      const toRun = await planWithReuse(context, planned);
      const use = estimateUse(loaded.study, toRun.plan, expected);
      context.output.show(
        await describePlan({ ...planned, ...toRun, path, show: options.show, use, check, tells }),
      );
      if (check?.problems.some((problem) => problem.severity === 'error') === true) {
        context.end(exitCodes.refused);
        if (options.output !== undefined) {
          context.output.warn(
            'No plan file was written, because the platform would refuse the plan',
          );
        }
      } else if (options.output !== undefined) {
        await writePlanFile(context, planned, options.output);
      }
    });
};

/** As a person said it, else as the store has it of an earlier study of this name. */
async function expectRunTime(
  context: CommandContext,
  name: string,
  runTimeMs: number | undefined,
): Promise<ExpectedRunTime | undefined> {
  if (runTimeMs !== undefined) return { seconds: runTimeMs / 1000, from: 'as given' };
  try {
    const store = await openOwnStoreIfMade(context);
    return store === undefined ? undefined : await readTimedRuns(store, name);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    context.output.warn(
      `How long runs of "${name}" took before is not known, as the store cannot be read: ${error.message}`,
    );
    return undefined;
  }
}

async function showGrowth(context: CommandContext, options: PlanOptions): Promise<void> {
  const { extend, add, design, show } = options;
  if (extend === undefined || add === undefined || options.check === true) {
    throw new UsageError(
      'USAGE_EXTEND',
      '--extend STUDY and --add N belong together, without --check',
      {
        exitCode: exitCodes.usage,
        hint: 'For example: doeflow plan --extend beam-load --add 100',
      },
    );
  }
  const { study, plan } = await sideOf(context, extend, studyBounds(context, options));
  const growth = planGrowth(study, plan, add);
  if (design !== undefined) {
    const target = requireDesignPlace(context, design);
    await writeDesignTable(namedSink(target), growth.study, growth.further);
    context.output.note(`Wrote the added runs to ${target}`);
  }
  context.output.show(describeGrowth(growth, plan, show));
}

async function askPlatform(context: CommandContext, study: Study): Promise<PlanCheck> {
  const [{ openPlatform }, { readSettings }, { requireMeantPlatform }, { checkPlan }] =
    await Promise.all([
      import('../engine/open-platform.ts'),
      import('../engine/read-settings.ts'),
      import('../engine/require-meant-platform.ts'),
      import('../plan/check-plan.ts'),
    ]);
  const settings = readSettings(context);
  requireMeantPlatform(context, settings);
  const platform = await openPlatform(context);
  try {
    return await checkPlan(study, platform.client, readOwnPrices(settings.profileFile));
  } finally {
    await platform.close();
  }
}
