import { resolve } from 'node:path';
import { againHelp, runnablePathHelp } from '../argument-help.ts';
import { readSettings } from '../engine/read-settings.ts';
import { allowOutsideOption, type BoundsOptions } from '../study-bounds.ts';
import { tellNext } from '../output/tell-next.ts';
import { launchStudy } from '../studies/launch-study.ts';
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
      } finally {
        await launched.engine.close();
      }
    });
};
