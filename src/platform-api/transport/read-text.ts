import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { TooLargeError, UnexpectedShapeError } from '../errors.ts';
import type { Answer } from './exchange.ts';

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * The whole body of an answer as text, also when it came compressed unasked.
 * @param maxBytes of the text; above it `cut` keeps the beginning and `refuse` throws
 * @throws TooLargeError, UnexpectedShapeError for bytes that aren't UTF-8 or don't unpack
 */
export async function readText(
  answer: Answer,
  maxBytes: number,
  above: 'cut' | 'refuse',
): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes <= maxBytes) continue;
    if (above === 'cut') break;
    throw new TooLargeError(`Expected an answer of at most ${maxBytes} bytes`, answer.call);
  }
  const content = await unpack(Buffer.concat(pieces), answer, maxBytes);
  if (above === 'cut') return content.toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    throw new UnexpectedShapeError('Expected UTF-8, got other bytes', '', true, {
      ...answer.call,
      cause,
    });
  }
}

async function unpack(content: Buffer, answer: Answer, maxBytes: number): Promise<Buffer> {
  const encoding = answer.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity' || content.length === 0) return content;
  const decode = Object.entries(decoders).find(([name]) => name === encoding)?.[1];
  if (decode === undefined) {
    throw new UnexpectedShapeError(
      'Expected a plain answer, got a compressed one',
      '',
      false,
      answer.call,
    );
  }
  try {
    return await decode(content, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new UnexpectedShapeError(
      `Expected ${String(encoding)} of at most ${maxBytes} bytes, got something else`,
      '',
      true,
      { ...answer.call, cause },
    );
  }
}
