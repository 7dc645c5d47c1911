import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { PlatformContext } from '../context.ts';
import { answerWithFault } from '../faults/answer-with-fault.ts';
import { renderApiPage } from './api-page.ts';
import { answerUnreadable } from './answer-unreadable.ts';
import { authenticate, checkHost } from './authenticate.ts';
import { Budgets } from './budgets.ts';
import { EndpointAnswer, type Endpoint } from './endpoint.ts';
import { createExchange } from './exchange.ts';
import { describeApi } from './open-api.ts';
import { answerOtherMethods } from './other-methods.ts';
import { parseBody } from './parse-body.ts';
import { Problem } from './problem.ts';

/** JSON bodies are descriptions, not data. */
const largestJsonBytes = 50_000_000;
/** So that a text search that is too long is told so. */
const largestHeaderBytes = 256_000;
/** A peer that sends and takes nothing for so long has gone. */
const silenceMs = 300_000;
const mostConnections = 1000;

/** The HTTP server of a platform, with every endpoint in place, not yet listening. */
export async function createServer(
  context: PlatformContext,
  endpoints: readonly Endpoint[],
): Promise<FastifyInstance> {
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: largestJsonBytes,
    http: { maxHeaderSize: largestHeaderBytes, headersTimeout: 60_000 },
    // Uploads of gigabytes take their time; only a silent peer is cut off.
    requestTimeout: 0,
    connectionTimeout: silenceMs,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerError,
    keepAliveTimeout: 75_000,
    forceCloseConnections: true,
    exposeHeadRoutes: true,
  });
  app.server.maxConnections = mostConnections;
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: context.settings.limits.uploadBytes + 1, files: 5, fields: 50, parts: 60 },
  });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseBody(body as Buffer, request.headers['content-type'] ?? ''));
    } catch (error) {
      done(error as Error);
    }
  });
  const budgets = new Budgets(context.settings.budgets, context.now);
  app.addHook('onRequest', (request, _reply, done) => {
    // The description holds nothing of the user's, so a browser may read it without the token.
    if (request.url.startsWith('/api/docs/')) checkHost(request.headers);
    else authenticate(request.headers, context.settings.token);
    done();
  });
  serveDescription(app, describeApi(endpoints, context.settings.documentOnly));
  for (const endpoint of endpoints) {
    const handler = (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      budgets.take(endpoint.scope);
      return serve(context, endpoint, request, reply);
    };
    for (const url of pathsOf(endpoint, context.settings.documentOnly)) {
      app.route({ method: endpoint.method, url, handler });
    }
  }
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    answerOtherMethods(request, reply, endpoints, context.settings.documentOnly),
  );
  return app;
}

function serveDescription(app: FastifyInstance, description: Record<string, unknown>): void {
  app.get('/api/docs/openapi.json', () => description);
  app.get('/api/docs/', (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(renderApiPage(description)),
  );
}

/** The paths of an endpoint: every version and none, or only those that the document lists. */
export function pathsOf(endpoint: Endpoint, documentOnly: boolean): readonly string[] {
  if (endpoint.path.startsWith('/local/')) return [endpoint.path];
  const bare = `/api${endpoint.path}`;
  if (!documentOnly) return [bare, `/api/:version(^v[123]$)${endpoint.path}`];
  if (endpoint.documented.length === 0) return [];
  // A path without a version segment is handled as v1, by the document.
  return [bare, ...endpoint.documented.map((version) => `/api/v${version}${endpoint.path}`)];
}

async function serve(
  context: PlatformContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const exchange = createExchange(context, request);
  const right = async (): Promise<EndpointAnswer> => {
    const result = await endpoint.handle(exchange);
    return result instanceof EndpointAnswer ? result : new EndpointAnswer(200, result);
  };
  const handle = async (): Promise<EndpointAnswer> => {
    if (context.odd === undefined) return right();
    const { status, body, headers } = await context.odd.answer(request, right);
    return new EndpointAnswer(status, body, headers);
  };
  const send = (answer: EndpointAnswer): unknown => {
    reply.status(answer.status);
    reply.headers(answer.headers);
    return answer.body === undefined ? reply.send() : reply.send(answer.body);
  };
  const path = request.url.split('?')[0] ?? '';
  const rule = context.faults.active
    ? await context.faults.forRequest(request.method, path)
    : undefined;
  if (rule === undefined) return send(await handle());
  return answerWithFault(rule, request, reply, handle, send);
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (error instanceof Problem) {
    return reply.status(error.status).headers(error.headers).send(error.body);
  }
  const { statusCode, message } = error as { statusCode?: number; message: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return reply.status(statusCode).send({ detail: message });
  }
  process.stderr.write(
    `${request.method} ${request.routeOptions.url ?? ''}: ${String((error as Error).stack ?? error)}\n`,
  );
  return reply.status(500).send({ detail: 'Internal error of the local platform; see its log.' });
}
