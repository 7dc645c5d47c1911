import type { Dispatcher } from 'undici';
import type { FailedCall } from '../errors.ts';

/** A good answer whose body is still to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Dispatcher.ResponseData['body'];
  readonly call: FailedCall;
}
