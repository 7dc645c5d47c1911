import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.ts';

/**
 * Answers what no endpoint takes as the platform's framework does: OPTIONS with the methods of the path, 405 for a method that the
 * path doesn't have, 404 for a path that isn't there.
 */
export function answerOtherMethods(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoints: readonly Endpoint[],
  documentOnly: boolean,
): unknown {
  const path = (request.url.split('?')[0] ?? '').replace(/\/*$/, '/');
  const here = endpoints.filter((endpoint) => fits(endpoint, path, documentOnly));
  if (here.length === 0) return reply.status(404).send({ detail: 'Not found.' });
  const methods = [
    ...new Set(here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
  ];
  const allow = [...methods, 'OPTIONS'].join(', ');
  reply.header('allow', allow);
  if (request.method === 'OPTIONS') {
    return reply.status(200).send({
      name: here[0]?.summary,
      description: '',
      renders: ['application/json'],
      parses: ['application/json', 'multipart/form-data'],
    });
  }
  return reply.status(405).send({ detail: `Method "${request.method}" not allowed.` });
}

function fits(endpoint: Endpoint, path: string, documentOnly: boolean): boolean {
  const pattern = endpoint.path.replace(/:\w+/g, '[^/]+').replace('*', '.+');
  if (endpoint.path.startsWith('/local/')) return new RegExp(`^${pattern}$`).test(path);
  const match = new RegExp(`^/api(?:/v([123]))?${pattern}$`).exec(path);
  if (match === null) return false;
  if (!documentOnly) return true;
  const version = match[1];
  return endpoint.documented.some((v) => version === undefined || v === Number(version));
}
