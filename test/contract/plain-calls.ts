import type { LocalPlatform } from './start-local-platform.ts';

/** Calls as a client without a library makes them. */
export interface Calls {
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }>;
  /** The text that a download gives. */
  readonly read: (url: string) => Promise<string>;
  /** Uploads a file and gives back its id. */
  readonly upload: (name: string, content: string) => Promise<string>;
}

/** Plain calls to a platform. */
export function callsOf({ baseUrl, token }: LocalPlatform): Calls {
  const send: Calls['send'] = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(path.startsWith('http') ? path : `${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Token ${token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };
  return {
    send,
    read: async (url) =>
      (await fetch(url, { headers: { authorization: `Token ${token}` } })).text(),
    upload: async (name, content) => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const { json } = await send('POST', '/api/v2/files/contents/', form);
      return String(json['id']);
    },
  };
}
