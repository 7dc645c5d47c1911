import { Agent } from 'undici';
import type { Dispatcher } from 'undici';

/** An answer that passed, whole. */
export interface PassedAnswer {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly body: Buffer;
}

/** A dispatcher that tells of every answer that passes through it. */
export function recordAnswers(record: (answer: PassedAnswer) => void): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => {
    const pieces: Buffer[] = [];
    let status = 0;
    return dispatch(options, {
      onRequestStart: (...given) => handler.onRequestStart?.(...given),
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (controller, code, headers, message) => {
        status = code;
        handler.onResponseStart?.(controller, code, headers, message);
      },
      onResponseData: (controller, piece) => {
        pieces.push(piece);
        handler.onResponseData?.(controller, piece);
      },
      onResponseEnd: (controller, trailers) => {
        const path = String(options.path).split('?')[0] ?? '';
        record({ method: options.method, path, status, body: Buffer.concat(pieces) });
        handler.onResponseEnd?.(controller, trailers);
      },
      onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
    });
  });
}
