/** The only place where workflows meet activities: one proxy per effect class, typed so that each offers the activities of its class alone. */
import { proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../src/run/activity-contract.ts';
import { escapeMarkdownLine } from '../src/run/escape-markdown.ts';
import type { Pace } from '../src/run/messages.ts';
import { activityTable, type ActivitiesOf, type EffectClass } from './activity-table.ts';
import { effectPolicies } from './effect-policies.ts';

/** The activities by effect class; `read.submitJob` doesn't compile. */
export type ActivityProxies = {
  readonly [Class in EffectClass]: ActivitiesOf<Class>;
};

/** Gives back the proxies for one study's pace; called once at the top of a workflow. */
export function createActivityProxies(pace: Pace): ActivityProxies {
  const policies = effectPolicies(pace);
  return Object.fromEntries(
    Object.entries(policies).map(([effect, options]) => [
      effect,
      proxiesOf(effect as EffectClass, options),
    ]),
  ) as unknown as ActivityProxies;
}

/** The activities of one class; every call carries its summary. */
function proxiesOf(effect: EffectClass, options: ActivityOptions): object {
  const proxies = proxyActivities<Activities>(options);
  const names = (Object.keys(activityTable) as (keyof Activities)[]).filter(
    (name) => activityTable[name].effect === effect,
  );
  return Object.fromEntries(
    names.map((name) => [
      name,
      (input: never) =>
        proxies[name].executeWithOptions(
          { summary: escapeMarkdownLine(activityTable[name].summary(input)) },
          [input],
        ),
    ]),
  );
}
