import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLease } from '../../worker/lease.ts';

const start = (kind: string | undefined): { input: PassThrough; said: string[] } => {
  const input = new PassThrough();
  const said: string[] = [];
  const lease = openLease(kind, () => said.push('left'), input);
  input.on('poll', () => lease.onEnd(() => said.push('ended')));
  return { input, said };
};

it('ends a process at once that has not begun to work when its lease ends', async () => {
  const { input, said } = start('stdin');
  input.end();
  await delay(20);
  expect(said).toEqual(['left']);
});

it('ends a process that works in an orderly way, once', async () => {
  const { input, said } = start('stdin');
  input.emit('poll');
  input.end();
  await delay(20);
  input.destroy();
  await delay(20);
  expect(said).toEqual(['ended']);
});

it('ties a process to nobody where none is named', async () => {
  const { input, said } = start(undefined);
  input.resume().end();
  await delay(20);
  expect(said).toEqual([]);
});
