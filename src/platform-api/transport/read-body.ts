import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { TooLargeError, UnexpectedShapeError } from '../errors.ts';
import type { Answer } from './answer.ts';

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * The whole body of an answer, also when it came compressed unasked.
 * @param maxBytes unpacked; above it `cut` keeps the beginning and `refuse` throws
 * @throws TooLargeError, UnexpectedShapeError for bytes that don't unpack
 */
export async function readBody(
  answer: Answer,
  maxBytes: number,
  above: 'cut' | 'refuse',
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes <= maxBytes) continue;
    if (above === 'cut') break;
    throw new TooLargeError(`Expected an answer of at most ${maxBytes} bytes`, answer.call);
  }
  return await unpack(Buffer.concat(pieces), answer, maxBytes);
}

/** The bytes as text. @throws UnexpectedShapeError when they aren't UTF-8 */
export function decodeText(bytes: Buffer, answer: Answer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      const reason = `Expected an answer of at most ${maxBytes} bytes, got one that unpacks to more`;
      throw new TooLargeError(reason, answer.call);
    }
    throw new UnexpectedShapeError(`The answer is no valid ${String(encoding)}`, '', true, {
      ...answer.call,
      cause,
    });
  }
}
