/** Before a home takes over: whether another one with the same past has done so already, by what the configured platform shows. */
import { UsageError } from '../../errors.ts';
import { createPlatformClient, PlatformError } from '../../platform-api/index.ts';
import { readTakeOver } from '../../store/index.ts';
import { describeOther, findMarks, otherThatGoesOn } from '../../take-over/index.ts';
import type { CommandContext } from '../context.ts';
import { openOwnStore } from './open-own-store.ts';
import { readSettings } from './read-settings.ts';

/**
 * Passes where no mark of another home stands, and where the platform can't be asked, which it says: the first step that may cost money looks again.
 * @param insteadOf ids of take-overs by homes that are gone
 * @throws UsageError USAGE_TAKEN_OVER, exit code 5, naming the other home and when it took over
 */
export async function requireNobodyElse(
  context: CommandContext,
  insteadOf: readonly string[],
): Promise<void> {
  const { platform } = readSettings(context);
  // A platform that this home serves itself nobody else sees.
  if (platform === 'embedded') return;
  const { baseUrl, token, tokenProblem = 'there is no token' } = platform;
  if (token === undefined) {
    context.output.note(lookedLater(baseUrl, tokenProblem));
    return;
  }
  const store = await openOwnStore(context);
  const before = await readTakeOver(store);
  // What it will be: after all that its store knows of.
  const own = {
    id: '',
    after: [...(before === undefined ? [] : [...before.after, before.id]), ...insteadOf],
  };
  const client = createPlatformClient({ baseUrl, token });
  try {
    const { signal } = context.interrupt;
    const other = otherThatGoesOn(own, await findMarks(client, await store.engineId(), { signal }));
    if (other === undefined) return;
    throw new UsageError(
      'USAGE_TAKEN_OVER',
      `Another home goes on with these studies: ${describeOther(other)}. Both would pay for the same runs`,
      {
        exitCode: 5,
        hint: `Work there. Where that home is gone for good, too: doeflow restore --take-over --instead-of ${other.id}`,
      },
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    context.output.note(lookedLater(baseUrl, error.message));
  } finally {
    await client.close();
  }
}

function lookedLater(baseUrl: string, why: string): string {
  return `Whether another home took over could not be asked of ${baseUrl} (${why}): the first step that may cost money there looks`;
}
