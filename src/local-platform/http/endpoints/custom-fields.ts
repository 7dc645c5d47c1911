import { z } from 'zod';
import {
  assignCustomFieldsRequestSchema,
  assignedCustomFieldsSchema,
  customFieldValuesSchema,
  workspaceCustomFieldsSchema,
} from '../../../platform-api/schemas/index.ts';
import { assignField, customFieldsOf, writeField } from '../../database/custom-field-store.ts';
import { appendToLedger } from '../../database/ledger.ts';
import { presentCustomFields } from '../../present/present-custom-fields.ts';
import { checkFieldValues } from '../../validation/check-field-values.ts';
import { parseAssignedFields } from '../../validation/parse-assigned-fields.ts';
import { workspaceFields } from '../../validation/workspace-fields.ts';
import { bodyOf } from '../body-of.ts';
import type { Endpoint, Exchange } from '../endpoint.ts';
import { jobOf } from '../job-of.ts';
import { notFound } from '../problem.ts';

/** Custom fields of the workspace and of jobs. */
export const customFieldEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/organizations/:company/workspaces/:workspace/custom-fields/',
    documented: [2],
    scope: 'user',
    summary: "The workspace's custom fields by job type and section",
    response: workspaceCustomFieldsSchema,
    handle: answerWorkspaceFields,
  },
  {
    method: 'POST',
    path: '/jobs/:jobId/custom-fields/assigned/',
    documented: [2],
    scope: 'jobs-usage',
    summary: 'Assign fields of its own to a job',
    request: assignCustomFieldsRequestSchema,
    response: assignedCustomFieldsSchema,
    handle: assignFields,
  },
  {
    method: 'GET',
    path: '/jobs/:jobId/custom-fields/',
    documented: [2],
    scope: 'jobs-usage',
    summary: "A job's custom field values by name",
    response: customFieldValuesSchema,
    handle: (exchange) => presentCustomFields(exchange.context.database, jobOf(exchange).id),
  },
  {
    method: 'POST',
    path: '/jobs/:jobId/custom-fields/',
    documented: [2],
    scope: 'jobs-usage',
    summary: 'Write values: a flat object from field name to value, null clears',
    request: z.record(z.string(), z.unknown()),
    response: customFieldValuesSchema,
    handle: writeValues,
  },
];

function answerWorkspaceFields(exchange: Exchange): unknown {
  const { workspace } = exchange.context.catalogue;
  if (
    exchange.parameter('company') !== workspace.companyCode ||
    exchange.parameter('workspace') !== workspace.workspaceId
  ) {
    throw notFound();
  }
  const bySection = (jobType: 'compute' | 'workstation'): Record<string, unknown[]> => {
    const sections: Record<string, unknown[]> = {};
    for (const field of workspaceFields(exchange.context.catalogue, jobType)) {
      (sections[field.section] ??= []).push(field);
    }
    return sections;
  };
  return {
    fields: { compute: bySection('compute'), workstation: bySection('workstation') },
    isEnabled: workspace.customFields.isEnabled,
  };
}

async function assignFields(exchange: Exchange): Promise<unknown> {
  const { context } = exchange;
  const { database } = context;
  const job = jobOf(exchange);
  const definitions = parseAssignedFields(bodyOf(exchange));
  await database.write(() => {
    for (const definition of definitions) assignField(database, job.id, definition);
    appendToLedger(database, context.now(), 'fields assigned', job.id, {
      names: definitions.map(({ name }) => name),
    });
  });
  const fields: Record<string, unknown[]> = { Context: [], Inputs: [], Findings: [] };
  for (const { definition } of customFieldsOf(database, job.id)) {
    fields[definition.section]?.push(definition);
  }
  return { fields };
}

async function writeValues(exchange: Exchange): Promise<unknown> {
  const { context } = exchange;
  const { database, catalogue } = context;
  const job = jobOf(exchange);
  const values = checkFieldValues(context, job, exchange.body);
  await database.write(() => {
    for (const [name, value] of values) {
      writeField(database, job.id, name, value, catalogue.workspace.owner);
      appendToLedger(database, context.now(), 'field written', job.id, { name, value });
    }
  });
  return presentCustomFields(database, job.id);
}
