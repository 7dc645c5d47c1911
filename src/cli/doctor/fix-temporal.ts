import { UsageError } from '../../errors.ts';
import type { Settings } from '../../host/settings.ts';
import { openConnection } from '../../temporal/connect.ts';
import { mendNamespace } from '../../temporal/mend-namespace.ts';
import type { CommandContext } from '../context.ts';

/**
 * Adds what the namespace of the configured cluster lacks, and says each thing that was done; gives the sentences back.
 * @throws UsageError with the part that could not be added, once what could be was
 */
export async function fixTemporal(
  { output }: Pick<CommandContext, 'output'>,
  { temporal }: Pick<Settings, 'temporal'>,
  retentionDays: number | undefined,
): Promise<readonly string[]> {
  if (temporal === 'embedded') {
    throw new UsageError(
      'USAGE_ARGUMENTS',
      'There is nothing to add: no Temporal cluster is configured, and the embedded server has all it needs',
      { hint: 'Set TEMPORAL_ADDRESS, or name a profile with --profile' },
    );
  }
  const { namespace } = temporal;
  const connection = await openConnection(temporal);
  const done: string[] = [];
  try {
    for await (const sentence of mendNamespace(connection, { namespace, retentionDays })) {
      done.push(sentence);
      output.note(sentence);
    }
  } finally {
    await connection.close();
  }
  if (done.length === 0) output.note(`Nothing was missing in namespace "${namespace}"`);
  return done;
}
