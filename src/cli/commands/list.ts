import { existsSync } from 'node:fs';
import { restoringFolder } from '../../host/backup/restore-home.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { parseCount } from '../parse-arguments.ts';
import { prunedCount, prunedStudies } from '../studies/list-pruned.ts';
import { tellLeftOn } from '../studies/tell-left-on.ts';
import { mayBeOpen, surveyStudies } from '../studies/stored-study.ts';
import { showBegin } from '../watch/first-frame.ts';
import type { DefineVerb } from '../define-verb.ts';

interface ListOptions {
  readonly pruned?: boolean;
  readonly limit?: number;
}

/** Studies that people see without `--limit`. */
const shownToPeople = 50;

/** `doeflow list`: the studies of the store, newest first, each with its status. */
export const verb: DefineVerb = (command, context) => {
  command
    .option(
      '--limit <n>',
      `show only this many, the newest (default: ${shownToPeople}; with --json or --quiet, all)`,
      parseCount,
    )
    .option('--pruned', 'list the studies that doeflow prune removed')
    .action(async (options: ListOptions) => {
      const { json, quiet } = context.output;
      const limit = options.limit ?? (json || quiet ? undefined : shownToPeople);
      const settings = readSettings(context);
      const store = await openOwnStore(context);
      const { studies: found, damaged, pruned } = await surveyStudies(store);
      if (options.pruned === true) return context.output.show(prunedStudies(pruned, limit));
      // Names are asked for with each press of a key for completion: where the store knows them for certain, nobody else is asked, and what asks isn't loaded.
      if (quiet && !json && found.every(({ starting }) => starting !== 'new')) {
        const names = found.slice(0, limit).map(({ studyId }) => studyId);
        return context.output.show({ json: [], human: [], quiet: names.join('\n') });
      }
      for (const { studyId, fault } of damaged) {
        context.output.note(`${studyId} cannot be read: ${fault.message}. ${fault.hint ?? ''}`);
      }
      if (found.length === 0 && existsSync(restoringFolder(settings.home))) {
        context.output.note(
          `A restore into ${settings.home} goes on, or was cut off: repeat doeflow restore with its back-up`,
        );
      }
      const open = found.filter(mayBeOpen).length;
      if (open > 0) {
        showBegin(context.output, `asking how far ${open} of ${found.length} studies are`);
      }
      const { showStudies } = await import('../studies/show-studies.ts');
      await showStudies(context, { settings, store, found, limit });
      if (pruned.length > 0) {
        context.output.note(`${prunedCount(pruned)}: doeflow list --pruned`);
      }
      await tellLeftOn(context, store);
    });
};
