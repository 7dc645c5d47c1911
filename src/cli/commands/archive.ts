import type { Command } from 'commander';
import { defineApprove } from '../archive/approve-deletions.ts';
import { defineCreate } from '../archive/create-archive.ts';
import { defineList } from '../archive/list-archives.ts';
import { defineBackfill } from '../archive/backfill-archive.ts';
import { definePause, defineResume } from '../archive/pause-archive.ts';
import { defineDelete, defineTrigger } from '../archive/run-archive.ts';
import { defineShow } from '../archive/show-archive.ts';
import { addRestore } from '../archive/restore-archive.ts';
import { addVerify } from '../archive/verify-archive.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb } from '../define-verb.ts';

/** In the order of the help page. */
const verbs: readonly (readonly [
  name: string,
  summary: string,
  define: (command: Command, context: CommandContext) => void,
])[] = [
  ['create', 'archive jobs on a schedule', defineCreate],
  ['list', 'list the archives', defineList],
  ['show', 'show an archive, its passes, and what waits for a person', defineShow],
  ['trigger', 'start a pass now', defineTrigger],
  ['pause', 'let no passes come', definePause],
  ['resume', 'let passes come again', defineResume],
  ['backfill', 'make up for passes of the past', defineBackfill],
  ['approve', 'allow the deletions that wait for a person, or decline them', defineApprove],
  ['delete', 'end an archive; what it archived stays', defineDelete],
];

/** `doeflow archive`: jobs archived on a schedule, with proof, and deleted only then and only if told to. */
export const verb: DefineVerb = (command, context) => {
  for (const [name, summary, define] of verbs) {
    define(command.command(name).summary(summary).description(`${summary}.`), context);
  }
  addVerify(command, context);
  addRestore(command, context);
};
