import { inputGuards, type WorkflowInputs } from './input-guards.ts';

/** Takes workflows by their names; one without a guard doesn't compile. */
type Guarded<Workflows> = {
  readonly [Name in keyof Workflows]: Name extends keyof WorkflowInputs
    ? (input: WorkflowInputs[Name]) => Promise<unknown>
    : never;
};

/**
 * The same workflows behind the guards of their inputs: an input that isn't as it should be fails its workflow before the first step, and isn't
 * retried.
 */
export function behindGuards<Workflows extends Guarded<Workflows>>(
  workflows: Workflows,
): Workflows {
  const guards: Readonly<Record<string, (input: unknown, at: string) => unknown>> = inputGuards;
  const behindOne = ([name, workflow]: [string, unknown]): [string, unknown] => [
    name,
    async (input: unknown) =>
      (workflow as (input: unknown) => Promise<unknown>)(guards[name]?.(input, 'input')),
  ];
  return Object.fromEntries(Object.entries(workflows).map(behindOne)) as Workflows;
}
