import type { CallOptions } from './call-options.ts';
import type { UnexpectedShapeError } from './errors.ts';
import type { ApiRequest, Query } from './transport/api-request.ts';

/** A call as a person writes it. */
export interface RawRequest extends CallOptions {
  readonly method: ApiRequest['method'];
  /** `jobs`, `v3/clusters/ID`, `/api/v2/jobs/?q=beam` or a whole address on the platform; the trailing slash is added. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A file to send as multipart instead of a body; the path must be that of uploads. */
  readonly upload?: { readonly path: string; readonly typeId?: number | undefined } | undefined;
}

/** A 2xx answer as it came, but for encryption keys, which are taken out of JSON. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly requestId: string | undefined;
  /** The parsed body when it is JSON; undefined when it is something else or empty. */
  readonly json: unknown;
  /** Why a body that calls itself JSON isn't: it was cut, for example, or goes too deep. */
  readonly notJson?: UnexpectedShapeError | undefined;
  readonly bytes: Buffer;
}

/** Any call with the client's token, budgets and checks. */
export interface RawCalls {
  /** @throws PlatformError for everything outside 2xx; UsageError for an address elsewhere. At most 64 MiB are read. */
  send(request: RawRequest): Promise<RawAnswer>;
  /** The rows of a list, all pages, asked for by number; rows with an `id` or `code` come once. */
  rows(request: RawRequest): AsyncIterable<unknown>;
}
