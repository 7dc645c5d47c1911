import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { PlatformContext } from '../context.ts';

/** One part of a multipart body. */
export interface UploadPart {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  readonly stream: Readable;
}

/** A request as endpoints see it, and what they can answer with. */
export interface Exchange {
  readonly context: PlatformContext;
  readonly method: string;
  /** API version of the path; 1 where it names none. */
  readonly version: 1 | 2 | 3;
  /** The address asked for, as the client would write it. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** A part of the path, such as `jobId`. */
  readonly parameter: (name: string) => string;
  /** The last value of a query parameter. */
  readonly query: (name: string) => string | undefined;
  /** The parsed JSON body; undefined without one. */
  readonly body: unknown;
  /** The parts of a multipart body, one after another; each must be read to its end. */
  readonly parts: () => AsyncIterable<UploadPart>;
  /** Values of the multipart fields read so far. */
  readonly fields: () => Readonly<Record<string, string>>;
}

/** An answer that isn't plain 200 with JSON. */
export class EndpointAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | number>>;

  constructor(
    status: number,
    body?: unknown,
    headers: Readonly<Record<string, string | number>> = {},
  ) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Budgets of requests, by the platform's scopes. */
export type EndpointScope =
  'user' | 'job-submission' | 'jobs-usage' | 'file-access' | 'clusters-usage' | 'runs-usage';

/** One method on one path: everything that serves, limits and describes it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/<version>`, with a trailing slash. */
  readonly path: string;
  /** Versions under which the document lists it; none for what only the field shows. */
  readonly documented: readonly (1 | 2 | 3)[];
  readonly scope: EndpointScope;
  readonly summary: string;
  /** Query parameters with their meaning. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly request?: z.ZodType | 'multipart';
  /** Usual status of success, and the shape of its body. */
  readonly status?: number;
  readonly response?: z.ZodType | 'bytes' | 'none';
  /** Gives back the body of a 200, or an {@link EndpointAnswer}. @throws Problem for all other answers. */
  readonly handle: (exchange: Exchange) => unknown;
}
