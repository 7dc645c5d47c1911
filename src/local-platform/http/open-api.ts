import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

const page = (item: unknown): Record<string, unknown> => ({
  type: 'object',
  required: ['count', 'previous', 'next', 'results'],
  properties: {
    count: { type: 'integer', minimum: 0 },
    previous: { type: ['string', 'null'] },
    next: { type: ['string', 'null'] },
    results: { type: 'array', items: item },
  },
});
const problem = {
  description: 'A text under `detail`, or a map from field to mistakes',
  content: { 'application/json': { schema: {} } },
};

/** The description of a platform's API as an OpenAPI 3.1 document, made from the endpoints themselves. */
export function describeApi(
  endpoints: readonly Endpoint[],
  documentOnly: boolean,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    if (documentOnly && endpoint.documented.length === 0 && !isLocal(endpoint)) continue;
    for (const address of addressesOf(endpoint)) {
      const path = address.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
      (paths[path] ??= {})[endpoint.method.toLowerCase()] = describe(endpoint, path);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Compute job and cluster service, served locally',
      version: '2',
      description: 'Operations without the tag `documented` are known from the field only.',
    },
    security: [{ token: [] }],
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <api-token>`',
        },
      },
    },
    paths,
  };
}

function isLocal(endpoint: Endpoint): boolean {
  return endpoint.path.startsWith('/local/');
}

function addressesOf(endpoint: Endpoint): readonly string[] {
  if (isLocal(endpoint)) return [endpoint.path];
  const versions = endpoint.documented.length === 0 ? [2] : endpoint.documented;
  return versions.map((version) => `/api${version === 1 ? '' : `/v${version}`}${endpoint.path}`);
}

function describe(endpoint: Endpoint, path: string): Record<string, unknown> {
  const status = String(endpoint.status ?? 200);
  return {
    operationId: `${endpoint.method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: endpoint.summary,
    tags: [endpoint.documented.length > 0 ? 'documented' : 'field'],
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        ...{ name, in: 'path', required: true, schema: { type: 'string' } },
      })),
      ...Object.entries(endpoint.parameters ?? {}).map(([name, description]) => ({
        ...{ name, in: 'query', description, schema: { type: 'string' } },
      })),
    ],
    ...(endpoint.request === undefined ? {} : { requestBody: describeRequest(endpoint.request) }),
    responses: {
      [status]: { description: 'Success', ...describeResponse(endpoint) },
      ...(path.includes('/files/') && path.endsWith('/contents/') && endpoint.method === 'GET'
        ? { '206': { description: 'The range asked for' }, '416': problem }
        : {}),
      ...{ '400': problem, '401': problem, '403': problem, '404': problem, '429': problem },
      ...(endpoint.request === 'multipart' ? { '413': problem } : {}),
    },
  };
}

function describeRequest(request: NonNullable<Endpoint['request']>): Record<string, unknown> {
  if (request === 'multipart') {
    const schema = {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  return { content: { 'application/json': { schema: schemaOf(request) } } };
}

function describeResponse(endpoint: Endpoint): Record<string, unknown> {
  const { response } = endpoint;
  if (response === undefined || response === 'none') return {};
  if (response === 'bytes') return { content: { 'application/octet-stream': {} } };
  const item = schemaOf(response);
  const isPage = endpoint.parameters?.['page'] !== undefined;
  return { content: { 'application/json': { schema: isPage ? page(item) : item } } };
}

function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // The dialect is that of the whole document.
  return Object.fromEntries(Object.entries(described).filter(([key]) => key !== '$schema'));
}
