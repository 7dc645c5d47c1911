import { startedStudyHelp } from '../argument-help.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { parseDuration } from '../parse-arguments.ts';
import { findStudy } from '../studies/find-study.ts';
import { mayBeOpen } from '../studies/stored-study.ts';
import { showFirstFrame } from '../watch/first-frame.ts';
import type { DefineVerb } from '../define-verb.ts';
import type { WatchingOptions } from '../studies/watch-stored-study.ts';

/** `doeflow watch`: watches a study to its end; in the embedded default it also starts what the study needs to continue. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option(
      '--results <dir>',
      'folder for the results (default: the one given at the start of the study)',
    )
    .option('--wait <duration>', 'stop watching after this time, such as 30m', parseDuration)
    .action(async (reference: string, options: WatchingOptions) => {
      const settings = readSettings(context);
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      if (mayBeOpen(stored)) await showFirstFrame(context.output, store, stored);
      // What asks Temporal takes most of a second to load.
      const { watchStoredStudy } = await import('../studies/watch-stored-study.ts');
      await watchStoredStudy(context, { settings, store, stored }, options);
    });
};
