import { createPlatformClient } from '../../platform-api/index.ts';
import { reap, type ReaperDependencies } from '../../reaper/index.ts';
import { readPaidJob } from '../../store/index.ts';
import { hardwareOfStudy } from '../../study/hardware-of-study.ts';
import { createWorkflowDesk } from '../../temporal/workflow-desk.ts';
import { readHeldIds } from '../check-held-ids.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb } from '../define-verb.ts';
import type { Engine } from '../engine/open-engine.ts';
import { requirePlatform } from '../engine/require-platform.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import { otherPlatformOf, platformOfEngine, seenAtHand } from '../engine/platform-at-hand.ts';
import { exitCodes } from '../exit-codes.ts';
import { answeredLook } from '../studies/answered-look.ts';
import { describeReaping } from '../studies/describe-reaping.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { readStoredStudy } from '../studies/stored-study.ts';

interface ReapOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `doeflow reap`: ends clusters and jobs that no study answers for any more; exit code 5 when one of them goes on, 7 when the platform didn't show all. */
export const verb: DefineVerb = (command, context) => {
  command
    .option('--dry-run', 'only show what would be ended')
    .option(
      '-y, --yes',
      'also end those of unfinished studies that this Temporal server does not know',
    )
    .addHelpText(
      'after',
      '\nWorkers do the same at their start and every ten minutes; --dry-run starts none. Only what is a study’s of this store is ever ended.',
    )
    .action(async ({ dryRun = false, yes = false }: ReapOptions) => {
      context.interrupt.handle();
      // A worker would look itself, and end what it finds.
      const engine = await openCheckedEngine(context, { looksOnly: dryRun });
      const platform = createPlatformClient(requirePlatform(engine));
      try {
        const reaping = await reap(
          { ...(await dependenciesOf(context, engine)), platform },
          { isDryRun: dryRun, isAsked: true, takesLost: yes },
        );
        context.output.show(describeReaping(reaping, dryRun, await readHeldIds(engine)));
        const isLeft = reaping.findings.some(({ needsPerson }) => needsPerson);
        if (isLeft && !dryRun) context.end(exitCodes.refused);
        else if (reaping.unseen !== undefined) context.end(exitCodes.unreachable);
      } finally {
        await platform.close();
        await engine.close();
      }
    });
};

async function dependenciesOf(
  { interrupt }: CommandContext,
  engine: Engine,
): Promise<Omit<ReaperDependencies, 'platform'>> {
  const { store, temporalClient } = engine;
  const atHand = seenAtHand(await platformOfEngine(engine), engine);
  return {
    store,
    workflows: createWorkflowDesk(temporalClient),
    answered: answeredLook(engine),
    signal: interrupt.signal,
    now: () => engine.now(),
    async isOnPlatform(studyId) {
      const stored = await readStoredStudy(store, studyId);
      return stored !== undefined && otherPlatformOf(stored, atHand) === undefined;
    },
    async hardwareOf(studyId, jobNumber) {
      const stored = await readStoredStudy(store, studyId);
      if (stored === undefined) return undefined;
      // One whose files are damaged still has its clusters and jobs ended, by its records.
      const planned = await planStoredStudy(store, stored).catch(() => undefined);
      if (planned === undefined || jobNumber === undefined) {
        return planned && hardwareOfStudy(planned.study);
      }
      const { study } = await readPaidJob(store.study(studyId), planned.study, jobNumber);
      return hardwareOfStudy(study);
    },
  };
}
