import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { readSettings } from '../engine/read-settings.ts';
import { launchStudy } from '../studies/launch-study.ts';
import { embeddedIsUp } from '../engine/embedded-is-up.ts';
import type { DefineVerb } from '../define-verb.ts';

interface StartOptions {
  readonly results: string;
}

/** `doeflow start`: starts a study and comes back at once; needs a Temporal server and a worker that live on. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[study]', 'study file, or folder with study.yaml', '.')
    .option('--results <dir>', 'folder for the results', 'results')
    .action(async (path: string, options: StartOptions) => {
      const settings = readSettings(context);
      if (settings.temporal === 'embedded' && !(await embeddedIsUp(settings))) {
        throw new UsageError(
          'USAGE_NOTHING_STAYS_UP',
          'Expected a Temporal server and worker that stay up, got the embedded ones, which end with this command',
          {
            exitCode: 5,
            hint: `doeflow run ${path}, or keep them up with doeflow dev in another terminal`,
          },
        );
      }
      const launched = await launchStudy(context, path, resolve(context.cwd, options.results));
      try {
        const { studyId, joined, plan, uiUrl } = launched;
        context.output.show({
          json: { studyId, joined, runs: plan.runCount, jobs: plan.jobs.length, ui: uiUrl ?? null },
          human: [
            { kind: 'text', lines: [studyId] },
            {
              kind: 'next',
              commands: [`doeflow watch ${studyId}`, `doeflow status ${studyId}`],
            },
          ],
          quiet: studyId,
        });
      } finally {
        await launched.engine.close();
      }
    });
};
