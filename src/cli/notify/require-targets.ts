import { UsageError } from '../../errors.ts';
import { readNotifyTargets } from '../../host/settings/notify-targets.ts';
import {
  chooseTargets,
  notifyUrlProblem,
  type ChosenTarget,
  type NotifyTarget,
} from '../../notify/index.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { readSettings } from '../engine/read-settings.ts';

/**
 * Whom a study would tell from here.
 * @throws UsageError USAGE_NOTIFY_TARGET where the study names a target that the profile file doesn't have, or that can't be told
 */
export function requireTargets(
  context: CommandContext,
  { notify }: Pick<Study, 'notify'>,
): readonly ChosenTarget[] {
  const { profileFile } = readSettings(context);
  const targets = readNotifyTargets(profileFile, context.env);
  for (const name of notify?.to ?? []) requireTarget(targets, name, profileFile);
  return chooseTargets(notify, targets);
}

/** @throws UsageError USAGE_NOTIFY_TARGET */
export function requireTarget(
  targets: Readonly<Record<string, NotifyTarget>>,
  name: string,
  profileFile: string,
): NotifyTarget {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target === undefined) {
    const known = Object.keys(targets).join(', ') || 'none';
    throw new UsageError(
      'USAGE_NOTIFY_TARGET',
      `There is no target "${name}" of notifications in ${profileFile}; there are: ${known}`,
      { hint: `Use one of these, or add it there under notify; see doeflow notify --help` },
    );
  }
  const problem = target.webhook === undefined ? undefined : notifyUrlProblem(target.webhook);
  if (problem === undefined) return target;
  throw new UsageError(
    'USAGE_NOTIFY_TARGET',
    `Nothing can be posted to the webhook of target "${name}" in ${profileFile}: ${problem}`,
    { hint: 'Give an https address, or http on this machine, such as http://127.0.0.1:8080/' },
  );
}
