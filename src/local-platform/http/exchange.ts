import type { FastifyRequest } from 'fastify';
import type { PlatformContext } from '../context.ts';
import type { Exchange, UploadPart } from './endpoint.ts';
import { badRequest, notFound } from './problem.ts';
import { asUploadProblem } from './upload-problem.ts';

/** A request of the HTTP library as endpoints see it. */
export function createExchange(context: PlatformContext, request: FastifyRequest): Exchange {
  const parameters = request.params as Readonly<Record<string, string>>;
  const query = request.query as Readonly<Record<string, string | string[] | undefined>>;
  const fields: Record<string, string> = {};
  return {
    context,
    method: request.method,
    version: versionOf(parameters['version'] ?? /^\/api\/(v[123])\//.exec(request.url)?.[1]),
    url: `http://${request.headers.host ?? ''}${request.url}`,
    headers: request.headers,
    parameter: (name) => {
      const value = parameters[name];
      if (value === undefined || value.includes('\0')) throw notFound();
      return value;
    },
    query: (name) => {
      const value = query[name];
      return Array.isArray(value) ? value.at(-1) : value;
    },
    body: request.body,
    parts: () => uploadParts(request, fields),
    fields: () => fields,
  };
}

function versionOf(text: string | undefined): 1 | 2 | 3 {
  return text === 'v2' ? 2 : text === 'v3' ? 3 : 1;
}

async function* uploadParts(
  request: FastifyRequest,
  fields: Record<string, string>,
): AsyncGenerator<UploadPart> {
  if (!request.isMultipart()) {
    throw badRequest({ file: ['No file was submitted. Send multipart/form-data.'] });
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        yield {
          field: part.fieldname,
          filename: part.filename,
          contentType: part.mimetype,
          stream: part.file,
        };
      } else {
        fields[part.fieldname] = String(part.value);
      }
    }
  } catch (error) {
    throw asUploadProblem(error);
  }
}
