/** A query parameter that isn't set is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** What is sent: JSON, or a stream whose length is known. */
export type RequestBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'stream';
      readonly contentType: string;
      /** Bytes that `open` will give, exactly: the platform refuses chunked uploads. */
      readonly length: number;
      readonly open: () => AsyncIterable<Uint8Array>;
    };

/** One call. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** From `/api/` on, with its trailing slash; or a whole address that the platform named. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: RequestBody | undefined;
  /** Sent in addition to those of every call. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Path and query as sent, for messages. An address elsewhere keeps its origin but loses its query, which may be a signature. */
export function displayPath(request: ApiRequest, baseOrigin: string): string {
  if (!request.path.startsWith('/')) {
    const url = URL.canParse(request.path) ? new URL(request.path) : undefined;
    if (url === undefined) return '(unreadable address)';
    return url.origin === baseOrigin ? url.pathname : `${url.origin}${url.pathname}`;
  }
  const query = encodeQuery(request.query);
  return query === '' ? request.path : `${request.path}?${query}`;
}

/** The query as sent; blanks as %20, so that every server reads them the same. */
export function encodeQuery(query: Query | undefined): string {
  return Object.entries(query ?? {})
    .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}
