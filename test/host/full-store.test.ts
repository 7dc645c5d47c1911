import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { fullStoreFault } from '../../src/host/full-store.ts';
import { troublesOfStore } from '../../src/look/index.ts';

const disk = (blocks: number) => () => ({ bfree: blocks, bavail: blocks, bsize: 4096 });

it('tells a full disk, as what a study waits for though nobody writes', () => {
  const storeFault = () => fullStoreFault('/srv/store', disk(3));
  expect(storeFault()).toMatchObject({ code: 'ENOSPC' });
  expect(troublesOfStore({ storeFault }, new Date('2026-11-28T10:00:00Z'))).toMatchObject([
    {
      ...{ code: 'ENOSPC', waitingFor: 'room on the disk', since: '2026-11-28T10:00:00.000Z' },
      lastError: 'the disk of the store /srv/store is full',
    },
  ]);
});

it('tells nothing of one with room, of a bucket, and of a folder that isn’t there', () => {
  expect(fullStoreFault('/srv/store', disk(1_000))).toBeUndefined();
  expect(fullStoreFault('s3://team/store', disk(0))).toBeUndefined();
  expect(fullStoreFault(`${tmpdir()}/doeflow-no-such-store`)).toBeUndefined();
  expect(troublesOfStore({}, new Date())).toEqual([]);
});
