import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBag } from '../../src/archive/bag.ts';
import { openArchiveDestination, type BagProof } from '../../src/archive/index.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { archiveJob, temporaryFolder } from './archive-kit.ts';

const files = {
  'job.json': '{"id":"abc"}\n',
  'outputs/run1/out.txt': 'stress 3\n',
  'outputs/run2/out.txt': 'stress 4\n',
};

async function archived() {
  const root = await temporaryFolder();
  const destination = await openArchiveDestination(openFolderStore(root));
  const record = await archiveJob(destination, 'abc', files);
  return { folder: join(root, 'jobs/abc/v1'), bag: destination.bag('abc', 1), record };
}

function faultsOf(proof: BagProof): readonly string[] {
  return proof.ok ? [] : proof.faults;
}

describe('a bag', () => {
  it('is read back whole, with its counts', async () => {
    const { bag, record } = await archived();
    expect(await bag.isWhole()).toBe(true);
    expect(await bag.readBack()).toEqual({ ok: true, sha256: record.sha256, files: 3, bytes: 31 });
  });

  it('is the same, byte for byte, in whatever order its files were written', async () => {
    const { bag, record } = await archived();
    const turned = await archiveJob(
      await openArchiveDestination(openFolderStore(await temporaryFolder())),
      'abc',
      Object.fromEntries(Object.entries(files).reverse()),
    );
    expect(turned.sha256).toBe(record.sha256);
    expect(await bag.isWhole()).toBe(true);
  });

  it('vouches for nothing that a loss of power may undo: the seal is written when all else is settled', async () => {
    const objects = openFolderStore(await temporaryFolder());
    const steps: string[] = [];
    const short = (key: string): string => key.replace('jobs/abc/v1/', '');
    const bag = openBag(
      {
        ...objects,
        async draft(key, chunks) {
          await objects.draft(key, chunks);
          steps.push(short(key));
        },
        async settle(keys) {
          const all = [...keys];
          await objects.settle(all);
          steps.push(`settle ${all.map(short).sort().join(' ')}`);
        },
        async write(key, chunks) {
          steps.push(`write ${short(key)}`);
          await objects.write(key, chunks);
        },
      },
      'jobs/abc/v1/',
    );
    const put = [await bag.put('b', ['1']), await bag.put('a', ['2'])];
    await bag.seal(put, {}, () => {
      steps.push('told');
      return Promise.resolve();
    });
    const tags = ['bag-info.txt', 'bagit.txt', 'manifest-md5.txt', 'manifest-sha256.txt'];
    expect(steps.slice(0, 3)).toEqual(['data/b', 'data/a', 'told']);
    expect(steps.slice(3, 7).sort()).toEqual(tags);
    expect(steps.slice(7)).toEqual([
      `settle ${['bag-info.txt', 'bagit.txt', 'data/a', 'data/b', ...tags.slice(2)].join(' ')}`,
      'write tagmanifest-sha256.txt',
    ]);
  });

  it.each<[string, (folder: string) => Promise<void>, RegExp]>([
    [
      'a flipped bit',
      async (folder) => {
        const path = join(folder, 'data/outputs/run1/out.txt');
        const bytes = await readFile(path);
        bytes[0] = (bytes[0] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
      /^jobs\/abc\/v1\/data\/outputs\/run1\/out.txt: changed: expected sha256 [0-9a-f]{64}, found sha256 [0-9a-f]{64}$/u,
    ],
    [
      'a missing file',
      (folder) => rm(join(folder, 'data/job.json')),
      /data\/job.json: missing: expected sha256/u,
    ],
    [
      'an added file',
      (folder) => writeFile(join(folder, 'data/more.txt'), 'x'),
      /data\/more.txt: added: it is no part of the archive: no manifest names it/u,
    ],
    [
      'a renamed file',
      (folder) => rename(join(folder, 'data/job.json'), join(folder, 'data/jobb.json')),
      /data\/job.json: missing: renamed to jobs\/abc\/v1\/data\/jobb.json/u,
    ],
    [
      'a changed manifest',
      (folder) => appendFile(join(folder, 'bag-info.txt'), 'More: x\n'),
      /bag-info.txt: changed/u,
    ],
    [
      'a missing manifest',
      (folder) => rm(join(folder, 'manifest-md5.txt')),
      /manifest-md5.txt: missing/u,
    ],
    ['a missing seal', (folder) => rm(join(folder, 'tagmanifest-sha256.txt')), /never finished/u],
  ])('tells of %s', async (_what, spoil, expected) => {
    const { bag, folder } = await archived();
    await spoil(folder);
    const faults = faultsOf(await bag.readBack());
    expect(faults.filter((fault) => expected.test(fault))).toHaveLength(1);
  });

  it('keeps what an earlier try wrote whole, and removes what is of no use', async () => {
    const root = await temporaryFolder();
    const destination = await openArchiveDestination(openFolderStore(root));
    const first = await destination.bag('abc', 1).put('outputs/a', ['same']);
    await destination.bag('abc', 1).put('outputs/stray', ['x']);
    const bag = destination.bag('abc', 1);
    expect(await bag.kept('outputs/a', { bytes: 4, md5: first.md5 })).toEqual(first);
    expect(await bag.kept('outputs/a', { bytes: 5 })).toBeUndefined();
    expect(await bag.kept('outputs/a', { bytes: 4, md5: 'other' })).toBeUndefined();
    expect(await bag.kept('outputs/b', { bytes: 4 })).toBeUndefined();
    expect(await bag.isWhole()).toBe(false);
    // What a writer leaves that is killed; other people's tools would take it for a file of the bag.
    await writeFile(join(root, 'jobs/abc/v1/data/outputs/a.0123456789ab.part'), 'sa');
    await bag.seal([first], {});
    expect(await bag.readBack()).toMatchObject({ ok: true, files: 1 });
    expect(await readdir(join(root, 'jobs/abc/v1/data/outputs'))).toEqual(['a']);
  });

  it('cannot be changed once it is sealed', async () => {
    const { bag, record } = await archived();
    await expect(bag.put('job.json', ['other'])).rejects.toThrow(/sealed/u);
    await expect(bag.seal([], {})).rejects.toThrow(/sealed/u);
    expect(await bag.readBack()).toMatchObject({ ok: true, sha256: record.sha256 });
  });
});
