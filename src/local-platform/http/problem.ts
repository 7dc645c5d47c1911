/** An answer other than the asked one: thrown by endpoints, sent by the server as it stands. */
export class Problem extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP ${status}`);
    this.name = 'Problem';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 404 in the platform's words. */
export function notFound(detail = 'Not found.'): Problem {
  return new Problem(404, { detail });
}

/** 400 with a map of fields; `nonFieldErrors` style texts go under `detail`. */
export function badRequest(body: Readonly<Record<string, unknown>>): Problem {
  return new Problem(400, body);
}
