import { resolve } from 'node:path';
import { againHelp, runnablePathHelp } from '../argument-help.ts';
import { readSettings } from '../engine/read-settings.ts';
import { allowOutsideOption, type BoundsOptions } from '../study-bounds.ts';
import { tellNext } from '../output/tell-next.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { launchStudy, type LaunchedStudy } from '../studies/launch-study.ts';
import { readSilence } from '../studies/silent-study.ts';
import { readStoredStudy } from '../studies/stored-study.ts';
import { whatGoesOn } from '../studies/what-goes-on.ts';
import { requireStaysUp } from '../engine/embedded-is-up.ts';
import type { DefineVerb } from '../define-verb.ts';
import { pathWord } from '../../quote-shell.ts';

interface StartOptions extends BoundsOptions {
  readonly results: string;
  readonly again?: boolean;
}

/** `doeflow start`: starts a study and returns at once; needs a Temporal server and a worker that keep running. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[study]', runnablePathHelp, '.')
    .option('--results <dir>', 'folder for the results', 'results')
    .option('--again', againHelp)
    .addOption(allowOutsideOption())
    .action(async (path: string, options: StartOptions) => {
      await requireStaysUp(readSettings(context), 'start', `doeflow run ${pathWord(path)}`);
      const launched = await launchStudy(context, path, {
        results: resolve(context.cwd, options.results),
        again: options.again === true,
        allowOutside: options.allowOutside ?? [],
      });
      try {
        const { studyId, joined, plan, uiUrl } = launched;
        const next = [`doeflow watch ${studyId}`, `doeflow status ${studyId}`];
        context.output.show({
          json: { studyId, joined, runs: plan.runCount, jobs: plan.jobs.length, ui: uiUrl ?? null },
          human: [
            { kind: 'text', lines: [studyId] },
            {
              kind: 'next',
              commands: next,
            },
          ],
          quiet: studyId,
        });
        tellNext(context.output, next);
        if (joined) await tellIfSilent(context, launched);
      } finally {
        await launched.engine.close();
      }
    });
};

/** A study that was found running is no success where nobody works at it: what goes on costs meanwhile. */
async function tellIfSilent(
  context: CommandContext,
  { engine, studyId, handle }: LaunchedStudy,
): Promise<void> {
  const silence = await readSilence(engine, { handle });
  if (silence === undefined) return;
  context.output.warn(`${silence.who} answers for study ${studyId}: ${silence.why}`);
  const stored = await readStoredStudy(engine.store, studyId);
  for (const line of stored ? await whatGoesOn(engine, stored) : []) context.output.warn(line);
  context.output.warn(silence.whatToDo);
  context.end(exitCodes.unreachable);
}
