import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifyDestination } from '../../../src/archive/index.ts';
import { describeReport } from '../../../src/cli/archive/verify-archive.ts';
import { openFolderStore } from '../../../src/objects/index.ts';
import { claimedDestination, temporaryFolder } from '../../archive/archive-kit.ts';

const writer = { engineId: 'e', platform: { kind: 'local', key: 'k', home: '/home/a' } } as const;

it('tells each fault and note on a line of its own, whatever names hold', async () => {
  const root = await temporaryFolder();
  const objects = openFolderStore(root);
  await claimedDestination(objects, writer);
  await writeFile(join(root, 'x\n\u001b[32m/archive is whole.'.replace('/', '_')), '');
  await mkdir(join(root, 'jobs/a/v1\nnote: b/data'), { recursive: true });
  await writeFile(join(root, 'jobs/a/y.part\n'), '');
  const report = await verifyDestination(objects);
  const { human = [], quiet } = describeReport('/archive', report);
  const lines = human.flatMap((block) => (block.kind === 'text' ? block.lines : []));
  expect(lines).toEqual([
    '/archive is not whole: 3 faults.',
    expect.stringMatching(/^x\\n\\u001b\[32m_archive is whole\.: added/u),
    expect.stringMatching(/^jobs\/a\/y\.part\\n: added/u),
    expect.stringMatching(/^jobs\/a\/v1\\nnote: b: added/u),
  ]);
  expect(quiet?.split('\n')).toHaveLength(3);
});
