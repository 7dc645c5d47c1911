import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../archive/archive-kit.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

it('takes no destination that has an archive or the home in it', async () => {
  const root = await temporaryFolder();
  const disk = join(root, 'disk');
  await mkdir(join(disk, 'group', 'beams'), { recursive: true });
  await mkdir(join(root, 'people', 'home'), { recursive: true });
  await writeFile(join(disk, 'group', 'beams', 'archive.json'), '{}');
  for (const [destination, why] of [
    [disk, `${join(disk, 'group', 'beams')} is in it, which is an archive itself`],
    [join(root, 'people'), 'is in it, the '],
  ] as const) {
    const command = ['archive', 'create', 'x', '--every', '6h', '--select', 'study:n'];
    const refused = await doeflowInProcess([...command, '--to', destination], {
      DOEFLOW_HOME: join(root, 'people', 'home'),
    });
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain(`No archive can be in ${destination}`);
    expect(refused.stderr).toContain(why);
  }
});
