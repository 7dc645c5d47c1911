import type { CustomFields } from '../platform-client.ts';
import {
  assignedCustomFieldsSchema,
  customFieldValuesSchema,
  workspaceCustomFieldsSchema,
} from '../schemas/index.ts';
import { callJson, callNothing } from '../transport/call.ts';
import type { Transport } from '../transport/transport.ts';
import { onlyIfServed } from './first-row.ts';

/** Custom fields: those of a workspace, those assigned to a job, their values. */
export function createCustomFields(transport: Transport): CustomFields {
  const pathOf = (jobId: string) => `/api/v2/jobs/${encodeURIComponent(jobId)}/custom-fields/`;
  const values: CustomFields['values'] = (jobId, options) =>
    callJson(
      transport,
      { method: 'GET', path: pathOf(jobId) },
      customFieldValuesSchema,
      options?.signal,
    );
  return {
    definitions: (companyCode, workspaceId, options) => {
      const company = encodeURIComponent(companyCode);
      const workspace = encodeURIComponent(workspaceId);
      const path = `/api/v2/organizations/${company}/workspaces/${workspace}/custom-fields/`;
      const request = { method: 'GET', path } as const;
      return callJson(transport, request, workspaceCustomFieldsSchema, options?.signal);
    },
    assigned: (jobId, { Context = [], Inputs = [], Findings = [] }, options) => {
      const body = { kind: 'json', value: { fields: { Context, Inputs, Findings } } } as const;
      const request = { method: 'POST', path: `${pathOf(jobId)}assigned/`, body } as const;
      return callJson(transport, request, assignedCustomFieldsSchema, options?.signal);
    },
    values,
    write: (jobId, value, options) => {
      const body = { kind: 'json', value } as const;
      const request = { method: 'POST', path: pathOf(jobId), body } as const;
      return onlyIfServed(transport, {
        endpoint: 'POST /api/v2/jobs/{job_id}/custom-fields/',
        call: () => callNothing(transport, request, options?.signal),
        objectExists: () => values(jobId, options),
      });
    },
  };
}
