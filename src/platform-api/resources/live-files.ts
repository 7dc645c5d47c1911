import { z } from 'zod';
import { orNotServed } from '../not-served.ts';
import type { Jobs } from '../platform-client.ts';
import { callJson } from '../transport/call.ts';
import type { Transport } from '../transport/transport.ts';

const tailSchema = z.object({ lines: z.array(z.string()) });

/** Files of a run while it executes; beyond the document. */
export function createLiveFiles(transport: Transport): Pick<Jobs, 'liveLines'> {
  return {
    liveLines: (jobId, run, path, { lines, signal }) => {
      const file = path.split('/').map(encodeURIComponent).join('/');
      const request = {
        method: 'GET',
        path: `/api/v2/jobs/${encodeURIComponent(jobId)}/runs/${encodeURIComponent(run)}/tail/${file}/`,
        query: { lines: String(lines) },
      } as const;
      return orNotServed(transport, {
        endpoint: 'GET /api/v2/jobs/{job_id}/runs/{run}/tail/{path}/',
        call: async () => (await callJson(transport, request, tailSchema, signal)).lines,
      });
    },
  };
}
