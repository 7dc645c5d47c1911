import { expect, it } from 'vitest';
import { remedyOfDamage } from '../../src/host/supervisor/damaged-database.ts';

const database = { path: '/home/a b/temporal/temporal.db', afterwards: 'Then repeat it' };

it.each([
  'msg="failed creating namespaces: unable to create SQLite admin DB: database disk image is malformed (11)"',
  'unable to create SQLite admin DB: file is not a database (26)',
  'called `Result::unwrap()` on an `Err` value: Utf8Error { valid_up_to: 120, error_len: Some(1) }',
])('tells how to move a database away that last words call damaged: %s', (words) => {
  expect(remedyOfDamage(database, ['starting', words, 'bye'])).toBe(
    "Its database /home/a b/temporal/temporal.db is damaged. Move it away: mkdir -p '/home/a b/temporal.damaged' && mv '/home/a b/temporal/temporal.db'* '/home/a b/temporal.damaged'. Then repeat it",
  );
});

it.each([
  ['another end', database, ['address already in use']],
  ['a program without one', undefined, ['file is not a database']],
])('says nothing of %s', (_, of, words) => {
  expect(remedyOfDamage(of, words)).toBeUndefined();
});
