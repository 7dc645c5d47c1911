import { BodyReader } from '../validation/body-reader.ts';
import type { Exchange } from './endpoint.ts';

/** A reader of a request's body; `otherwise` stands for a body that isn't there. */
export function bodyOf(
  exchange: Exchange,
  otherwise?: Readonly<Record<string, never>>,
): BodyReader {
  const form = exchange.context.settings.documentOnly ? 'document' : 'field';
  return new BodyReader(exchange.body ?? otherwise, form);
}
