import { basename } from 'node:path';
import { UsageError } from '../errors.ts';
import { UnexpectedShapeError, type FailedCall } from './errors.ts';
import { fileSchema } from './schemas/index.ts';
import type { RawAnswer, RawCalls, RawRequest } from './raw-calls.ts';
import { ListBounds } from './list-bounds.ts';
import { createFiles } from './resources/files.ts';
import type { Query } from './transport/api-request.ts';
import { callBytes } from './transport/call.ts';
import { parseJsonText } from './transport/parse-json.ts';
import type { Redact } from './transport/redact.ts';
import type { Transport } from './transport/transport.ts';

/** The calls behind `doeflow api METHOD PATH`. */
export function createRawCalls(transport: Transport): RawCalls {
  const send: RawCalls['send'] = async (request) => {
    const { path, query } = resolvePath(transport, request);
    if (request.upload !== undefined) return await sendFile(transport, request, path);
    const body =
      request.body === undefined ? undefined : ({ kind: 'json', value: request.body } as const);
    const { method, signal } = request;
    const answer = await callBytes(transport, { method, path, query, body }, signal);
    return describe(answer, transport.redact);
  };
  return { send, rows: (request) => readRows(transport, send, request) };
}

async function* readRows(
  transport: Transport,
  send: RawCalls['send'],
  request: RawRequest,
): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<unknown>();
  const { path, query } = resolvePath(transport, request);
  const bounds = new ListBounds({ method: request.method, path });
  for (let page = 1; ; page += 1) {
    const answer = await send({ ...request, path, query: { page_size: 100, ...query, page } });
    const { json, notJson } = answer;
    if (notJson !== undefined) throw notJson;
    const rows = Array.isArray(json) ? json : readField(json, 'results');
    if (!Array.isArray(rows)) {
      yield json;
      return;
    }
    let added = 0;
    for (const row of rows as unknown[]) {
      const key = readField(row, 'id') ?? readField(row, 'code');
      if (key !== undefined && seen.has(key)) continue;
      if (key !== undefined) seen.add(key);
      added += 1;
      yield row;
    }
    const count = readField(json, 'count');
    const isWhole = added === 0 && typeof count === 'number' && seen.size >= count;
    if (isWhole || readField(json, 'next') == null) return;
    bounds.take({ bytes: answer.bytes.length, added });
  }
}

async function sendFile(
  transport: Transport,
  { method, upload, signal }: RawRequest,
  path: string,
): Promise<RawAnswer> {
  if (method !== 'POST' || path !== '/api/v2/files/contents/' || upload === undefined) {
    throw new UsageError(
      'USAGE_API',
      `A file can only be sent by POST files/contents, got ${method} ${path}`,
    );
  }
  const file = await createFiles(transport).upload({
    ...upload,
    name: basename(upload.path),
    signal,
  });
  const record = fileSchema.parse(file);
  const bytes = Buffer.from(JSON.stringify(record));
  return {
    status: 201,
    contentType: 'application/json',
    requestId: undefined,
    json: record,
    bytes,
  };
}

function describe(
  { bytes, contentType, call }: Awaited<ReturnType<typeof callBytes>>,
  redact: Redact,
): RawAnswer {
  const status = call.status ?? 0;
  const { requestId } = call;
  const asItCame = { status, contentType, requestId, json: undefined, bytes };
  if (!/\bjson\b/i.test(contentType) || bytes.length === 0) return asItCame;
  let json: unknown;
  try {
    json = parseJsonText(bytes.toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...asItCame, notJson: notJson(bytes, redact(error.message), call) };
  }
  const clean = withoutKeys(json);
  return { status, contentType, requestId, json: clean, bytes: Buffer.from(JSON.stringify(clean)) };
}

function notJson(bytes: Buffer, why: string, call: FailedCall): UnexpectedShapeError {
  const reason = `The answer (${bytes.length} bytes) calls itself JSON, but isn't: ${why}`;
  return new UnexpectedShapeError(reason, '', true, {
    ...call,
    ambiguous: call.method !== 'GET' && call.method !== 'HEAD',
    hint: 'It was cut, perhaps, or comes from something between here and the platform; to look at it as it came: --output FILE',
  });
}

function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'encodedEncryptionKey');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutKeys(inner)]));
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** The address as the platform expects it: `/api/<version>/…/`, the query apart. */
function resolvePath(
  transport: Transport,
  { path: text, query }: RawRequest,
): { readonly path: string; readonly query: Query } {
  const { base } = transport;
  const address = /^https?:/i.test(text) ? text : base.href + withVersion(text);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.origin !== base.origin || !url.pathname.startsWith(base.prefix)) {
    throw new UsageError(
      'USAGE_API',
      `Expected a path on ${base.href}, got ${transport.redact(text)}`,
    );
  }
  const path = url.pathname.slice(base.prefix.length);
  return {
    path: path.endsWith('/') ? path : `${path}/`,
    query: { ...Object.fromEntries(url.searchParams), ...query },
  };
}

function withVersion(text: string): string {
  const path = text.replace(/^\/+/, '');
  if (path.startsWith('api/') || text.startsWith('/')) return `/${path}`;
  return /^v\d+\//.test(path) ? `/api/${path}` : `/api/v2/${path}`;
}
