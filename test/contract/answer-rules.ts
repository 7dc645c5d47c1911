import type { z } from 'zod';
import * as shapes from './document-shapes.ts';

/** What the document says of an endpoint's good answer. */
interface AnswerRule {
  /** Where the document names it. */
  readonly status?: number;
  /** Absent: no body is described. */
  readonly shape?: z.ZodType;
}

/** By method and path, as the document lists them. */
export const answerRules: Readonly<Record<string, AnswerRule>> = {
  'GET /api/v2/coretypes/': { shape: shapes.page(shapes.coreType) },
  'GET /api/v2/analyses/': { shape: shapes.page(shapes.analysis) },
  'GET /api/v2/jobs/': { shape: shapes.page(shapes.jobListItem) },
  'GET /api/v2/jobs/{job_id}/': { shape: shapes.job('v2') },
  'POST /api/v2/jobs/': { shape: shapes.createdJob('v2') },
  'POST /api/v2/jobs/{job_id}/submit/': {},
  'PUT /api/v2/jobs/{job_id}/': { shape: shapes.jobSummary },
  'PATCH /api/v2/jobs/{job_id}/': { shape: shapes.jobSummary },
  'DELETE /api/v2/jobs/{job_id}/': { status: 204 },
  'DELETE /api/v2/jobs/': {},
  'POST /api/v2/jobs/{job_id}/stop/': { status: 202 },
  'POST /api/v2/jobs/{job_id}/force_stop/': {},
  'POST /api/v2/jobs/{job_id}/shutdown/': {},
  'POST /api/v2/jobs/{job_id}/share/': { shape: shapes.share },
  'GET /api/v2/jobs/{job_id}/statuses/': { shape: shapes.page(shapes.status) },
  'GET /api/v2/jobs/{job_id}/cluster_statuses/': { shape: shapes.page(shapes.status) },
  'GET /api/v2/jobs/{job_id}/extendedlogs/': { shape: shapes.logEntry.array() },
  'GET /api/v2/jobs/{job_id}/files/': { shape: shapes.page(shapes.file) },
  'POST /api/v2/files/contents/': { shape: shapes.uploadedFile },
  'GET /api/v2/files/{file_id}/contents/': {},
  'GET /api/v2/organizations/{company_code}/workspaces/{workspace_id}/custom-fields/': {
    shape: shapes.workspaceFields,
  },
  'POST /api/v2/jobs/{job_id}/custom-fields/assigned/': { shape: shapes.assignedFields },
  // Named in the document's text; its shapes are not shown there.
  'POST /api/v2/jobs/{job_id}/custom-fields/': {},
  'GET /api/v2/jobs/{job_id}/custom-fields/': { shape: shapes.customFieldValues },
  'POST /api/v3/clusters/': { shape: shapes.cluster },
  'POST /api/v3/clusters/{cluster_id}/start/': { status: 204 },
  'GET /api/v3/clusters/{cluster_id}/statuses/': { shape: shapes.page(shapes.clusterStatus) },
  'POST /api/v3/jobs/': { shape: shapes.createdJob('v3') },
  'POST /api/clusters/{cluster_id}/jobs/': { shape: shapes.clusterJob },
};
