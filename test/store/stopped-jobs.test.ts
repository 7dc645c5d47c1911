import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  findJobStopped,
  forgetJobReaped,
  keepJobStopped,
  openStore,
  readStoppedJobs,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
let folder: DocumentFolder;
beforeEach(async () => {
  root = temporaryFolder(onTestFinished);
  folder = (await openStore(root)).study('beam-1');
});

const at = '2026-01-01T00:00:00.000Z';
const byStudy = { jobId: 'a', by: 'study', at } as const;
const byReaper = { jobId: 'a', by: 'reaper', at } as const;

describe('the record of a stopped job', () => {
  it('keeps who was first', async () => {
    expect(await findJobStopped(folder, 1, 'a')).toBeUndefined();
    await keepJobStopped(folder, 1, byStudy);
    await keepJobStopped(folder, 1, byReaper);
    expect(await findJobStopped(folder, 1, 'a')).toEqual(byStudy);
    expect(await findJobStopped(folder, 2, 'a')).toBeUndefined();
  });

  it('says nothing of another platform job of its number, whose own takes its place', async () => {
    await keepJobStopped(folder, 1, byStudy);
    expect(await findJobStopped(folder, 1, 'b')).toBeUndefined();
    await keepJobStopped(folder, 1, { ...byReaper, jobId: 'b' });
    expect(await findJobStopped(folder, 1, 'a')).toBeUndefined();
    expect(await findJobStopped(folder, 1, 'b')).toEqual({ ...byReaper, jobId: 'b' });
  });

  it('gives way where the job was only found to have ended', async () => {
    await keepJobStopped(folder, 1, { ...byReaper, wasOver: true });
    await keepJobStopped(folder, 1, byStudy);
    expect(await findJobStopped(folder, 1, 'a')).toEqual(byStudy);
  });

  it('is taken back only where the reaper wrote it', async () => {
    await keepJobStopped(folder, 1, byStudy);
    await keepJobStopped(folder, 2, byReaper);
    for (const jobNumber of [1, 2, 3]) await forgetJobReaped(folder, jobNumber);
    expect(await findJobStopped(folder, 1, 'a')).toEqual(byStudy);
    expect(await findJobStopped(folder, 2, 'a')).toBeUndefined();
  });

  it('is listed by number, without jobs that had ended before', async () => {
    expect(await readStoppedJobs(folder)).toEqual([]);
    await keepJobStopped(folder, 10, byStudy);
    await keepJobStopped(folder, 9, byReaper);
    await keepJobStopped(folder, 2, { ...byReaper, wasOver: true });
    expect(await readStoppedJobs(folder)).toEqual([
      { jobNumber: 9, by: 'reaper' },
      { jobNumber: 10, by: 'study' },
    ]);
  });

  it('is not listed where it is taken back at this moment', async () => {
    await keepJobStopped(folder, 1, byReaper);
    await keepJobStopped(folder, 2, byStudy);
    const slow: DocumentFolder = {
      ...folder,
      list: async (below) => {
        const listing = await folder.list(below);
        await forgetJobReaped(folder, 1);
        return listing;
      },
    };
    expect(await readStoppedJobs(slow)).toEqual([{ jobNumber: 2, by: 'study' }]);
  });
});
