import { inject } from 'vitest';
import type { Stack } from './start-stack.ts';

/** A stack that several test files use at once, each with studies of its own names; none of them may kill a program of it. */
export type SharedStack = Pick<
  Stack,
  | 'env'
  | 'namespace'
  | 'platformHeaders'
  | 'platformToken'
  | 'platformUrl'
  | 'storeDirectory'
  | 'temporalAddress'
>;

declare module 'vitest' {
  interface ProvidedContext {
    /** The stack, or why there is none. */
    sharedStack: SharedStack | { readonly problem: string };
  }
}

/**
 * Gives back the stack that `start-shared-stack.ts` started for the project `end-to-end-shared` of vitest.config.ts.
 * @throws Error with the reason when it did not start.
 */
export function sharedStack(): SharedStack {
  const given = inject('sharedStack');
  if ('problem' in given) throw new Error(`The shared stack did not start: ${given.problem}`);
  return given;
}
