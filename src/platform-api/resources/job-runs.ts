import { listResource } from '../list-resource.ts';
import { isNotServed, orNotServed } from '../not-served.ts';
import type { Jobs } from '../platform-client.ts';
import { fileSchema, jobRunSchema } from '../schemas/index.ts';
import type { Transport } from '../transport/transport.ts';
import { withFirstRow } from './first-row.ts';

/** Runs of a job and their files, beyond the document: undefined where the platform doesn't serve them. */
export function createJobRuns(
  transport: Transport,
  getJob: Jobs['get'],
): Pick<Jobs, 'runs' | 'runFiles'> {
  const runsPath = (jobId: string) => `/api/v2/jobs/${encodeURIComponent(jobId)}/runs/`;
  return {
    runs: async (jobId, options) => {
      const rows = listResource(
        transport,
        {
          path: runsPath(jobId),
          item: jobRunSchema,
          keyOf: (run) => run.id,
          pageSize: 1000,
          whenRowsAreMissing: 'throw',
        },
        options,
      );
      const served = await orNotServed(
        () => withFirstRow(rows),
        () => getJob(jobId, options),
      );
      return isNotServed(served) ? undefined : served;
    },
    runFiles: async (jobId, run, options) => {
      const rows = listResource(
        transport,
        {
          path: `${runsPath(jobId)}${encodeURIComponent(run)}/files/`,
          item: fileSchema,
          keyOf: (file) => file.id,
          pageSize: 1000,
          whenRowsAreMissing: 'throw',
        },
        options,
      );
      const served = await orNotServed(
        () => withFirstRow(rows),
        () => getJob(jobId, options),
      );
      return isNotServed(served) ? undefined : served;
    },
  };
}
