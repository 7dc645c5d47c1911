/**
 * Answers as published clients have met them and the document allows, but odd: what a client must take without a word. The same seed and the same
 * requests give the same oddities.
 */
import { startDownloadHost, type DownloadHost } from './download-host.ts';
import { createDraws, type Draws } from './draws.ts';
import { isPage, oddPage, type ShownLists } from './odd-pages.ts';
import { oddRecord } from './odd-records.ts';
import { oddStatuses } from './odd-statuses.ts';

/** A request, as far as its answer depends on it. */
export interface OddRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Makes answers odd. */
export interface OddAnswers {
  /** @param handle does the request's work and gives back the right answer; called once at most */
  readonly answer: (request: OddRequest, handle: () => Promise<Answer>) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** Holds the platform's token where an answer is wanted as it is: the download host asks so, and who looks how things really stand. */
export const plainHeader = 'x-local-plain';

const badGateway = `<html>
<head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body>
</html>`;

/**
 * Begins to answer oddly.
 * @param platform where the platform listens, and its token: asked for only once a download comes
 */
export async function startOddAnswers(
  seed: number,
  platform: () => { readonly baseUrl: string; readonly token: string },
): Promise<OddAnswers> {
  const draws = createDraws(seed);
  const shown: ShownLists = { lastRows: new Map(), counts: new Map() };
  const host = await startDownloadHost((path, range) => {
    const { baseUrl, token } = platform();
    const headers = { authorization: `Token ${token}`, [plainHeader]: token };
    return fetch(baseUrl + path, {
      headers: range === undefined ? headers : { ...headers, range },
    });
  });
  return {
    answer: async (request, handle) => {
      const path = request.url.split('?')[0] ?? '';
      const wantsPlain =
        request.headers[plainHeader] !== undefined &&
        request.headers[plainHeader] === platform().token;
      if (path.startsWith('/local/') || wantsPlain) return handle();
      if (/^\/api(?:\/v\d)?\/files\/[^/]+\/contents\/?$/u.test(path) && request.method === 'GET') {
        return oddDownload(path, host, draws, handle);
      }
      if (draws.below('502', 0.02)) {
        if (draws.below('502 after', 0.3)) await handle();
        return { status: 502, body: badGateway, headers: { 'content-type': 'text/html' } };
      }
      const answer = await handle();
      return isJson(answer) ? oddJson(request, answer, shown, draws) : answer;
    },
    close: host.close,
  };
}

/** Now and then what is asked for lies on another host. */
async function oddDownload(
  path: string,
  host: DownloadHost,
  draws: Draws,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  if (!draws.below('redirect', 0.3)) return handle();
  const status = draws.oneOf('redirect status', [302, 307]);
  return { status, body: undefined, headers: { location: host.addressOf(path) } };
}

function isJson({ body, headers }: Answer): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    !Buffer.isBuffer(body) &&
    !(Symbol.asyncIterator in body) &&
    headers['content-type'] === undefined
  );
}

function oddJson(
  request: OddRequest,
  { status, body, headers }: Answer,
  shown: ShownLists,
  draws: Draws,
): Answer {
  // As a client reads it: without what JSON leaves out.
  let odd = JSON.parse(JSON.stringify(body)) as unknown;
  const url = new URL(request.url, 'http://local');
  if (isPage(odd)) {
    const page = Number(url.searchParams.get('page') ?? 1);
    url.searchParams.delete('page');
    odd = oddPage(oddStatuses(odd, draws), { list: url.pathname + url.search, page }, shown, draws);
  }
  odd = oddRecord(odd, url.pathname, draws);
  if (!draws.below('text', 0.3)) return { status, body: odd, headers };
  return {
    status,
    body: JSON.stringify(odd),
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  };
}
