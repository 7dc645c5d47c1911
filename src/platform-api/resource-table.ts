import { UsageError } from '../errors.ts';
import { isNotServed } from './not-served.ts';
import type { NotServed } from './not-served.ts';
import type { CallOptions } from './call-options.ts';
import type { JobListOptions, PlatformClient } from './platform-client.ts';
import type { CustomFieldDefinition, PlatformFile } from './schemas/index.ts';

/** What can be listed as a table. */
export const tableResources = [
  'coretypes',
  'analyses',
  'jobs',
  'files',
  'clusters',
  'custom-fields',
] as const;
export type TableResource = (typeof tableResources)[number];

/** Rows for people: cells are plain text or numbers, in the order of `columns`. */
export interface ResourceTable {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (string | number)[]>;
}

export interface TableOptions extends CallOptions, Pick<JobListOptions, 'q' | 'state' | 'f'> {
  /** Files and custom fields of this job instead of the account's. */
  readonly jobId?: string | undefined;
}

/** A list of the platform as a table, read page by page as its rows are taken. */
export async function readResourceTable(
  client: PlatformClient,
  resource: TableResource,
  options: TableOptions = {},
): Promise<ResourceTable | NotServed> {
  switch (resource) {
    case 'coretypes':
      return {
        columns: ['code', 'name', 'cores', 'memory MB/core', 'price/core-h', 'walltime', 'state'],
        rows: map(client.coreTypes.list(options), (c) => [
          c.code,
          c.name ?? '',
          (c.cores ?? []).join(' '),
          c.memory ?? '',
          c.price ?? '',
          c.walltimeRequired === true ? 'required' : '',
          c.isDeprecated === true ? 'deprecated' : c.isPrimary === true ? 'default' : '',
        ]),
      };
    case 'analyses':
      return {
        columns: ['code', 'name', 'versions', 'vendor', 'support desk'],
        rows: map(client.analyses.list(options), (a) => [
          a.code,
          a.name ?? '',
          (a.versions ?? []).map((v) => v.versionCode).join(' '),
          a.vendorName ?? '',
          (a.supportDesks ?? []).map(({ email }) => email ?? '').join(' '),
        ]),
      };
    case 'jobs':
      return {
        columns: ['id', 'name', 'status', 'created', 'analyses', 'bytes'],
        rows: map(client.jobs.list(options), (j) => [
          j.id,
          j.name,
          j.jobStatus?.content ?? '',
          j.dateInserted ?? '',
          (j.analysisNames ?? []).join(', '),
          j.storage ?? '',
        ]),
      };
    case 'files':
      return await filesTable(client, options);
    case 'clusters':
      return await clustersTable(client, options);
    case 'custom-fields':
      return await customFieldsTable(client, options);
  }
}

async function filesTable(
  client: PlatformClient,
  options: TableOptions,
): Promise<ResourceTable | NotServed> {
  const { jobId } = options;
  const files =
    jobId === undefined ? await client.files.list(options) : client.jobs.files(jobId, options);
  if (isNotServed(files)) return files;
  return {
    columns: ['id', 'name', 'bytes', 'type', 'uploaded', 'path'],
    rows: map(files, (f: PlatformFile) => [
      f.id,
      f.name,
      f.decryptedSize ?? '',
      f.typeId ?? '',
      f.dateUploaded ?? '',
      f.path ?? '',
    ]),
  };
}

async function clustersTable(
  client: PlatformClient,
  options: TableOptions,
): Promise<ResourceTable | NotServed> {
  const clusters = await client.clusters.list(options);
  if (isNotServed(clusters)) return clusters;
  return {
    columns: ['id', 'name', 'core type', 'slots', 'walltime h'],
    rows: map(clusters, (c) => [
      c.id,
      c.name ?? '',
      c.hardware?.coreType ?? '',
      c.hardware?.slots ?? '',
      c.hardware?.walltime ?? '',
    ]),
  };
}

async function customFieldsTable(
  client: PlatformClient,
  options: TableOptions,
): Promise<ResourceTable | NotServed> {
  const { jobId } = options;
  if (jobId !== undefined) {
    const values = Object.entries(await client.customFields.values(jobId, options));
    return {
      columns: ['name', 'section', 'type', 'value', 'set by'],
      rows: rowsOf(
        values.map(([name, { meta, value, user }]) => [
          name,
          meta?.section ?? '',
          meta?.valueType ?? '',
          value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value),
          user ?? '',
        ]),
      ),
    };
  }
  const me = await client.user.me(options);
  if (isNotServed(me)) return me;
  const [company, workspace] = [me.company?.code, me.workspace?.id];
  if (company == null || workspace == null) {
    throw new UsageError(
      'USAGE_API',
      'This account belongs to no workspace, so it has no list of custom fields',
      {
        hint: 'Name a job to list its fields instead.',
      },
    );
  }
  const { fields } = await client.customFields.definitions(company, workspace, options);
  const rows = Object.entries(fields).flatMap(([jobType, sections]) =>
    Object.entries(sections).flatMap(([section, definitions]) =>
      definitions.map((d) => definitionRow(jobType, section, d)),
    ),
  );
  return {
    columns: ['name', 'section', 'type', 'job type', 'required', 'options'],
    rows: rowsOf(rows),
  };
}

function definitionRow(jobType: string, section: string, d: CustomFieldDefinition): string[] {
  const required = d.isRequired === true ? 'required' : '';
  return [d.name, section, d.valueType, jobType, required, (d.enumOptions ?? []).join(' | ')];
}

async function* rowsOf<T>(rows: readonly T[]): AsyncGenerator<T, void, undefined> {
  yield* rows;
}

async function* map<T>(
  items: AsyncIterable<T>,
  row: (item: T) => readonly (string | number)[],
): AsyncGenerator<readonly (string | number)[], void, undefined> {
  for await (const item of items) yield row(item);
}
