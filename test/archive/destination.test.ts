import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  claimDestination,
  releaseDestination,
  addressKey,
  fingerprintOf,
  openArchiveDestination,
} from '../../src/archive/index.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { openStore } from '../../src/store/index.ts';
import { archiveJob, temporaryFolder } from './archive-kit.ts';

const local = { kind: 'local', key: 'k', home: '/home/a' } as const;

describe('a destination', () => {
  it('keeps records and knows the newest version of a job', async () => {
    const destination = await openArchiveDestination(openFolderStore(await temporaryFolder()));
    const second = await archiveJob(destination, 'abC', { 'job.json': '{}' }, 12);
    await archiveJob(destination, 'abc', { 'job.json': '{}' }, 2);
    expect(await destination.record('abC')).toEqual(second);
    expect(await destination.record('none')).toBeUndefined();
    expect(await destination.newestVersion('abC')).toBe(12);
    expect(await destination.newestVersion('none')).toBeUndefined();
    const ids: string[] = [];
    for await (const { jobId } of destination.listRecords()) ids.push(jobId);
    expect(ids.sort()).toEqual(['abC', 'abc']);
  });

  it('belongs to the first engine that writes, and to its platform', async () => {
    const root = await temporaryFolder();
    const objects = openFolderStore(root);
    const engineId = await (await openStore(await temporaryFolder())).engineId();
    await claimDestination(objects, { engineId, platform: local }, root);
    await openArchiveDestination(objects, { engineId, platform: { ...local, home: '/moved' } });
    await expect(
      openArchiveDestination(objects, { engineId: 'other', platform: local }),
    ).rejects.toThrow(/belongs to an archive of another engine/u);
    await expect(
      openArchiveDestination(objects, { engineId, platform: { ...local, key: 'l' } }),
    ).rejects.toThrow(/local platform in \/home\/a/u);
    await expect(openArchiveDestination(objects)).resolves.toBeDefined();
    expect(await readFile(join(root, 'README.txt'), 'utf8')).toContain('BagIt');
  });

  it('is free again once its archive is deleted that archived nothing, and only then', async () => {
    const root = await temporaryFolder();
    const objects = openFolderStore(root);
    await claimDestination(objects, { engineId: 'a', platform: local }, root);
    expect(await releaseDestination(objects, 'b')).toBe(false);
    await objects.write('jobs/x/v1/data/job.json', ['{}']);
    expect(await releaseDestination(objects, 'a')).toBe(false);
    expect(await objects.has('archive.json')).toBe(true);
    await objects.remove('jobs/x/v1/data/job.json');
    await objects.write('mine.txt', ['x']);
    expect(await releaseDestination(objects, 'a')).toBe(true);
    await claimDestination(objects, { engineId: 'b', platform: local }, root);
  });

  it('is claimed by one of two engines that come at one moment, and the other is told whose it is', async () => {
    const objects = openFolderStore(await temporaryFolder());
    const claims = await Promise.allSettled(
      ['one', 'two'].map((engineId) =>
        claimDestination(objects, { engineId, platform: local }, '/there'),
      ),
    );
    const [won, lost] = claims[0]?.status === 'fulfilled' ? ['one', 'two'] : ['two', 'one'];
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await claimDestination(objects, { engineId: won, platform: local }, '/there');
    await expect(
      claimDestination(objects, { engineId: lost, platform: local }, '/there'),
    ).rejects.toThrow(
      `belongs to an archive of another engine, ${won}, for the local platform in /home/a`,
    );
  });

  it('has one key however its address is spelled', () => {
    expect(addressKey('/a/b/')).toBe(addressKey('/a/x/../b'));
    expect(addressKey('s3://bucket/p/')).toBe(addressKey('s3://bucket//p'));
    expect(addressKey('s3://bucket/p')).not.toBe(addressKey('s3://bucket/P'));
  });

  it('gives a store one id for life', async () => {
    const root = await temporaryFolder();
    const [one, other] = await Promise.all([openStore(root), openStore(root)]);
    const ids = await Promise.all([one.engineId(), other.engineId()]);
    expect(ids[0]).toBe(ids[1]);
    expect(await (await openStore(root)).engineId()).toBe(ids[0]);
  });
});

describe('the fingerprint of a job', () => {
  const file = { id: 'f1', path: 'run1/out', bytes: 3, md5: 'm' };
  const seen = {
    job: { id: 'j', name: 'n', remoteVizConfig: { port: 1 }, inputs: [{ downloadUrl: 'u1' }] },
    statuses: [{ status: 'Completed' }, { status: 'Pending' }],
    clusterStatuses: [],
    customFields: { Approved: { value: 'yes', user: 'a' } },
    files: [file, { ...file, id: 'f2' }],
  };

  it('stays while nothing changes that lasts', () => {
    expect(
      fingerprintOf({
        ...seen,
        job: { inputs: [{ downloadUrl: 'u2' }], sshPort: 7, name: 'n', id: 'j' },
        statuses: [...seen.statuses].reverse(),
        files: [...seen.files].reverse(),
      }),
    ).toBe(fingerprintOf(seen));
  });

  it('changes with each thing that does', () => {
    const changed = [
      { ...seen, job: { ...seen.job, name: 'm' } },
      { ...seen, statuses: [{ status: 'Completed' }] },
      { ...seen, clusterStatuses: [{ status: 'Started' }] },
      { ...seen, customFields: { Approved: { value: 'yes', user: 'b' } } },
      { ...seen, files: [file, { ...file, id: 'f2', md5: 'x' }] },
    ];
    expect(new Set([seen, ...changed].map(fingerprintOf)).size).toBe(6);
  });
});
