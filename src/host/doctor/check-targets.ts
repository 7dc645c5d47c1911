import type { Environment } from '../../environment.ts';
import { targetProblem, targetWords } from '../../notify/index.ts';
import { readNotifyTargets } from '../settings/notify-targets.ts';
import { failedCheck, type Check } from './check.ts';

/** Looks at each target of notifications without telling it anything; nothing where there is none. */
export function checkTargets(profileFile: string, env: Environment): readonly Check[] {
  try {
    return Object.entries(readNotifyTargets(profileFile, env)).map(([name, target]) => {
      const problem = targetProblem(target, env);
      return {
        name: `Target ${name}`,
        ok: problem === undefined,
        detail: problem === undefined ? targetWords(target) : `${targetWords(target)}: ${problem}`,
        hint: `Mend it under notify in ${profileFile}, then: doeflow notify test ${name}`,
      };
    });
  } catch (error) {
    return [failedCheck('Notifications', error)];
  }
}
