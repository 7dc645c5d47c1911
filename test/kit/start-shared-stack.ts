import type { TestProject } from 'vitest/node';
import './shared-stack.ts';
import { startStack } from './start-stack.ts';

/** Vitest's `globalSetup`: starts one stack for all files of a project before the first of them, and gives back what stops it. */
export default async function startSharedStack(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  try {
    const stack = await startStack({ speed: 20 });
    const { env, namespace, platformHeaders, platformToken, platformUrl } = stack;
    const { storeDirectory, temporalAddress } = stack;
    project.provide('sharedStack', {
      env,
      namespace,
      platformHeaders,
      platformToken,
      platformUrl,
      storeDirectory,
      temporalAddress,
    });
    return () => stack.stop();
  } catch (error) {
    // The files that use it fail with this; an error thrown from here would end the tests of all other projects too.
    const problem = error instanceof Error ? error.message : String(error);
    project.provide('sharedStack', { problem });
    return undefined;
  }
}
