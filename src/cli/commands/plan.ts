import { resolve } from 'node:path';
import { writeDesignTable } from '../../results/index.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadPlan } from '../load-plan.ts';
import { parseCount } from '../parse-arguments.ts';
import type { PlanCheck } from '../plan/check-plan.ts';
import { describePlan } from '../plan/describe-plan.ts';
import type { DefineVerb } from '../verbs.ts';

interface PlanOptions {
  readonly check?: boolean;
  readonly design?: string;
  readonly show: number;
}

/** `doeflow plan`: what a study would run, before anything is paid for. Pure but for `--check`, which asks the platform. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[study]', 'study file, or folder with study.yaml', '.')
    .option('--check', 'also ask the platform whether it would take the jobs')
    .option('--design <file>', 'write the whole design as CSV')
    .option('--show <n>', 'how many first and last rows to show', parseCount, 3)
    .action(async (path: string, options: PlanOptions) => {
      const { loaded, plan } = await loadPlan(path);
      const check =
        options.check === true ? await askPlatform(context, loaded.study, plan) : undefined;
      if (options.design !== undefined) {
        const target = resolve(context.cwd, options.design);
        await writeDesignTable(target, loaded.study, plan);
        context.output.note(`Wrote the design to ${target}`);
      }
      context.output.show(await describePlan({ loaded, plan, path, show: options.show, check }));
      if (check?.problems.some((problem) => problem.severity === 'error') === true) {
        context.end(exitCodes.refused);
      }
    });
};

async function askPlatform(context: CommandContext, study: Study, plan: Plan): Promise<PlanCheck> {
  const [{ openPlatform }, { checkPlan }] = await Promise.all([
    import('../engine/open-platform.ts'),
    import('../plan/check-plan.ts'),
  ]);
  const platform = await openPlatform(context);
  try {
    return await checkPlan(study, plan, platform.client);
  } finally {
    await platform.close();
  }
}
