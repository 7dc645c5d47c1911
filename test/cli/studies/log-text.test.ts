import { describe, expect, it } from 'vitest';
import { endOfLog, leftOutWords, readLogText } from '../../../src/cli/studies/log-text.ts';

async function* piecesOf(text: string, bytes: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `zeile ${index} ü\n`).join('');

describe('a log that is read piece by piece', () => {
  it.each([1, 7, 64, 10_000])('is whole where it is short (%i bytes a piece)', async (bytes) => {
    const text = lines(5);
    expect(await readLogText(piecesOf(text, bytes), 1000)).toEqual({ text, leftOutBytes: 0 });
    expect(await readLogText(piecesOf('', bytes), 1000)).toEqual({ text: '', leftOutBytes: 0 });
  });

  it.each([1, 7, 64, 10_000])(
    'ends in whole lines where it is long (%i bytes a piece)',
    async (bytes) => {
      const text = lines(500);
      const found = await readLogText(piecesOf(text, bytes), 100);
      expect(found).toEqual(endOfLog(Buffer.from(text), 100));
      expect(text.endsWith(found.text)).toBe(true);
      expect(found.text).toMatch(/^zeile \d+ ü\n/u);
      expect(Buffer.byteLength(found.text)).toBeGreaterThan(80);
      expect(found.leftOutBytes + Buffer.byteLength(found.text)).toBe(Buffer.byteLength(text));
    },
  );

  it('of one endless line has its end', async () => {
    const found = await readLogText(piecesOf(`${'x'.repeat(500)}\n`, 64), 100);
    expect(found).toEqual({ text: `${'x'.repeat(99)}\n`, leftOutBytes: 401 });
  });
});

it('what is left out is told in one sentence, and nothing of a whole log', () => {
  expect(leftOutWords({ leftOutBytes: 184_000_000 })).toBe(
    'The first 184.0 MB of this log are left out: only its end is shown',
  );
  expect(leftOutWords({ leftOutBytes: 0 })).toBeUndefined();
});
