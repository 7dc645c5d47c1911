import type { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { UsageError } from '../../errors.ts';
import { ensureSearchAttributes } from '../search-attributes.ts';
import { isAtLeast, minimumServerVersion } from './server-version.ts';

/** How long our own server keeps closed workflows; its default is one day. */
const retentionDays = 365;

/**
 * Makes our own server fit for studies: version looked at, retention of a year, search attributes. The server's flags register
 * attributes only in a new database file, so that an older one gets the missing ones here. Gives back the server's version.
 * @throws UsageError USAGE_TEMPORAL_VERSION, exit code 7, when it is older than what the engine was made for.
 */
export async function prepareServer(connection: Connection, namespace: string): Promise<string> {
  const { serverVersion } = await connection.workflowService.getSystemInfo({});
  const version = serverVersion ?? '';
  if (!isAtLeast(version, minimumServerVersion)) {
    throw new UsageError(
      'USAGE_TEMPORAL_VERSION',
      `The Temporal server is too old: it must be ${minimumServerVersion} or newer, and is ${version || 'of unknown version'}`,
      { hint: 'Update the temporal executable, or set DOEFLOW_TEMPORAL_PATH', exitCode: 7 },
    );
  }
  const wantedMs = retentionDays * 24 * 3600 * 1000;
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  const retentionMs = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) * 1000;
  if (retentionMs < wantedMs) {
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(wantedMs) },
    });
  }
  await ensureSearchAttributes(connection, namespace);
  return version;
}
