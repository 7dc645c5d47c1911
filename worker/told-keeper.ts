import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { createActivities } from '../activities/index.ts';
import type { Environment } from '../src/environment.ts';
import { readNotifyTargets } from '../src/host/settings/notify-targets.ts';
import {
  tellTarget,
  type Letter,
  type NotifyTargets,
  type TellingOutcome,
} from '../src/notify/index.ts';
import type { Store } from '../src/store/index.ts';
import { readEventFacts, type FactSources } from './event-facts.ts';
import { ToldKeeper } from './keep-told.ts';
import { seeStudy } from './see-study.ts';

/** The targets of the profile file as it is now: it may change while the worker runs. */
export interface TargetReader {
  /** None where the file can't be read; that is logged. */
  read(): NotifyTargets;
}

/** A reader for the worker's own profile file. */
export function createTargetReader({
  profileFile,
  env,
  log,
}: {
  readonly profileFile: string;
  readonly env: Environment;
  readonly log: Pick<Logger, 'warn'>;
}): TargetReader {
  return {
    read() {
      try {
        return readNotifyTargets(profileFile, env);
      } catch (error) {
        log.warn(
          { error },
          'Could not read the targets of notifications: nobody is told meanwhile',
        );
        return {};
      }
    },
  };
}

/** The keeper of a worker that looks by this client. Embedded parts may end soon: it looks often. */
export function createToldKeeper(options: {
  readonly client: Client;
  readonly store: Store;
  readonly studyCache: FactSources['studyCache'];
  readonly keepPrice: FactSources['keepPrice'];
  readonly log: Pick<Logger, 'warn'>;
  readonly targets: TargetReader;
  readonly env: Environment;
  readonly hide: (text: string) => string;
  readonly signal: AbortSignal;
  readonly embedded: boolean;
}): ToldKeeper {
  const { client, store, embedded, targets, env, log, hide, signal } = options;
  return new ToldKeeper({
    ...{ store, log, hide, signal },
    see: (study, now) => seeStudy({ client, store, embedded }, study, now),
    facts: (study) => readEventFacts(options, study),
    tell: (name, letter) => tellByName(targets.read(), name, letter, env),
    now: () => new Date(),
    everyMs: embedded ? 2_000 : 15_000,
  });
}

function tellByName(
  targets: NotifyTargets,
  name: string,
  letter: Letter,
  env: Environment,
): Promise<TellingOutcome> {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (target !== undefined) return tellTarget(target, letter, env);
  const answer = `the profile file of the worker has no target "${name}"`;
  return Promise.resolve({ ok: false, note: `Nobody was told: ${answer}`, answer, mayHelp: true });
}

type Activities = ReturnType<typeof createActivities>;

/** The activities, where the end of a study is told as soon as its results are written. */
export function withEndsTold(activities: Activities, told: Pick<ToldKeeper, 'ask'>): Activities {
  return {
    ...activities,
    async closeStudy(input) {
      const notes = await activities.closeStudy(input);
      told.ask();
      return notes;
    },
  };
}
