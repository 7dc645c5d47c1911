import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { distFolder } from '../../kit/dist-folder.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { waitFor } from '../../kit/processes.ts';
import { commandEnvironment } from '../../studies/run-study.ts';

it('a program in the foreground ends with its command line, even when that is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-foreground-'));
  const command = spawn(
    process.execPath,
    [join(distFolder(), 'src/cli/main.js'), 'platform', '--data', folder],
    {
      env: commandEnvironment({ DOEFLOW_PLATFORM_TOKEN: 'tok-abcdef' }),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(createInterface({ input: command.stdout }), 'line');
  expect(processesNaming(folder).length).toBeGreaterThan(1);
  command.kill('SIGKILL');
  await waitFor('the end of the platform', () => processesNaming(folder).length === 0);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
