import type { z } from 'zod';
import { listResource } from '../list-resource.ts';
import { isNotServed, notServedAfter, orNotServed, type OptionalCall } from '../not-served.ts';
import type { ListOptions } from '../call-options.ts';
import type { Jobs } from '../platform-client.ts';
import { fileSchema, jobRunSchema } from '../schemas/index.ts';
import type { Transport } from '../transport/transport.ts';
import { withFirstRow } from './first-row.ts';

/** Runs of a job and their files, beyond the document: undefined where the platform doesn't serve them. */
export function createJobRuns(
  transport: Transport,
  getJob: Jobs['get'],
): Pick<Jobs, 'runs' | 'runFiles'> {
  const list = async <T extends { readonly id: string }>(
    jobId: string,
    below: string,
    item: z.ZodType<T>,
    options: ListOptions | undefined,
  ): Promise<AsyncIterable<T> | undefined> => {
    const rows = listResource(
      transport,
      {
        path: `/api/v2/jobs/${encodeURIComponent(jobId)}/runs/${below}`,
        item,
        keyOf: (row) => row.id,
        pageSize: 1000,
        looksLonger: true,
      },
      options,
    );
    const optional = {
      endpoint: `GET /api/v2/jobs/{job_id}/runs/${below === '' ? '' : '{run}/files/'}`,
      call: () => withFirstRow(rows),
      objectExists: () => getJob(jobId, options),
    };
    const served = await orNotServed(transport, optional);
    return isNotServed(served) ? undefined : untilBroken(transport, optional, served);
  };
  return {
    runs: (jobId, options) => list(jobId, '', jobRunSchema, options),
    runFiles: (jobId, run, options) =>
      list(jobId, `${encodeURIComponent(run)}/files/`, fileSchema, options),
  };
}

/** `rows`; where a later page is refused or broken for itself, the endpoint counts as not served from then on. @throws what that page was answered */
async function* untilBroken<T>(
  transport: Transport,
  optional: OptionalCall<unknown>,
  rows: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  try {
    yield* rows;
  } catch (error) {
    await notServedAfter(transport, optional, error);
    throw error;
  }
}
