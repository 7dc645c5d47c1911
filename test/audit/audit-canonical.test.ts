/** Records are what doeflow writes, letter for letter, also where their hashes were changed with them. */
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { auditCanonical } from '../../src/audit/audit-canonical.ts';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { layout } from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
const folder = store.study('beam-1');

async function audit(files: Readonly<Record<string, string>>, changed: readonly string[] = []) {
  for (const [name, text] of Object.entries(files)) {
    await folder.sink({ name })(Readable.from([Buffer.from(text)]));
  }
  const names = Object.keys(files).map((name) => [name, 'a'.repeat(64)]);
  await folder.write(layout.records, { formatVersion: 1, files: Object.fromEntries(names) });
  const book = new AuditBook();
  await auditCanonical({ folder, end: 'over' }, new Set(changed), book);
  for (const name of Object.keys(files)) await folder.remove({ name });
  return book.close(true, false).faults.map(({ kind, subject }) => `${kind} ${subject}`);
}

const good = {
  'price.json': `${JSON.stringify({ amount: 0.1, currency: null }, null, 2)}\n`,
  'outcomes/1.ndjson': '{"run":1}\n{"run":2}\n',
  'results.csv': 'x,  y\n',
};

it('are as they were written', async () => {
  expect(await audit(good)).toEqual([]);
});

it('with a name that is there twice, or other spaces, are told; what is told already or no JSON is not', async () => {
  const twice = { 'price.json': '{\n  "amount": 9,\n  "amount": 0.1\n}\n' };
  expect(await audit({ ...good, ...twice })).toEqual(['changed price.json']);
  expect(await audit({ ...good, ...twice }, ['price.json'])).toEqual([]);
  const spaced = { 'outcomes/1.ndjson': '{"run":1, "run":2}\n' };
  expect(await audit({ ...good, ...spaced })).toEqual(['changed outcomes/1.ndjson']);
  expect(await audit({ ...good, 'price.json': '{' })).toEqual([]);
});
