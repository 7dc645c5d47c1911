import { UsageError } from '../../errors.ts';
import type { DefineVerb } from '../define-verb.ts';
import { defineChanges } from '../schedules/change-schedule.ts';
import { defineCreate } from '../schedules/create-schedule.ts';
import { defineList } from '../schedules/list-schedules.ts';
import { defineShow } from '../schedules/show-schedule.ts';
import { defineTrigger } from '../schedules/trigger-schedule.ts';

/** `doeflow schedule`: studies that come again, each time compared with the last good one. */
export const verb: DefineVerb = (command, context) => {
  defineCreate(command, context);
  defineList(command, context);
  defineShow(command, context);
  defineTrigger(command, context);
  defineChanges(command, context);
  command.action(() => {
    const names = command.commands.map((one) => one.name()).join(', ');
    throw new UsageError('USAGE_ARGUMENTS', `Say what to do with a schedule: ${names}`, {
      hint: 'See doeflow schedule --help',
    });
  });
};
