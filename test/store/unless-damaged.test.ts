import { afterAll, expect, it } from 'vitest';
import { layout, unlessDamaged } from '../../src/store/index.ts';
import { ResultError } from '../../src/errors.ts';
import { temporaryStore } from './temporary-store.ts';

it('what is damaged is passed over, and every other fault is told', async () => {
  const folder = (await temporaryStore(afterAll)).study('beam-1');
  const read = () => unlessDamaged(() => folder.read(layout.checkpoint));
  await folder.write(layout.checkpoint, { jobs: 3 });
  expect(await read()).toEqual({ jobs: 3 });
  await folder.sink(layout.checkpoint)(['{"jobs": ']);
  expect(await read()).toBeUndefined();
  await folder.sink(layout.checkpoint)(['{"jobs": "three"}']);
  expect(await read()).toBeUndefined();
  const faults = [new Error('EIO'), new ResultError('RESULT_COLLECT', 'other', { hint: 'none' })];
  for (const fault of faults) {
    await expect(unlessDamaged(() => Promise.reject(fault))).rejects.toBe(fault);
  }
});
