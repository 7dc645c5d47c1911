import { join } from 'node:path';
import { againHelp, runnablePathHelp } from '../argument-help.ts';
import { parseDuration } from '../parse-arguments.ts';
import { allowOutsideOption, type BoundsOptions } from '../study-bounds.ts';
import { showBegin } from '../watch/first-frame.ts';
import type { DefineVerb } from '../define-verb.ts';
import { defaultResults, namedFolder } from '../named-folder.ts';

interface RunOptions extends BoundsOptions {
  readonly results: string;
  readonly again?: boolean;
  /** Milliseconds. */
  readonly wait?: number;
}

/**
 * `doeflow run`: starts a study, or joins the open one with the same plan, watches it to its end and leaves its results in
 * `<results>/<study id>/`.
 */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[study]', runnablePathHelp, '.')
    .option('--results <dir>', 'folder for the results', defaultResults)
    .option('--again', againHelp)
    .addOption(allowOutsideOption())
    .option('--wait <duration>', 'stop watching after this time, such as 30m', parseDuration)
    .action(async (path: string, options: RunOptions) => {
      const results = await namedFolder(context.cwd, options.results);
      showBegin(context.output, `reading ${path === '.' ? 'the study here' : path}`);
      // What asks Temporal takes most of a second to load.
      const [{ launchStudy }, { followStudy }] = await Promise.all([
        import('../studies/launch-study.ts'),
        import('../studies/follow-study.ts'),
      ]);
      const launched = await launchStudy(context, path, {
        results,
        again: options.again === true,
        allowOutside: options.allowOutside ?? [],
      });
      try {
        await followStudy(context, {
          ...launched,
          study: launched.loaded.study,
          resultsDir: join(results, launched.studyId),
          waitMs: options.wait,
        });
      } finally {
        await launched.engine.close();
      }
    });
};
