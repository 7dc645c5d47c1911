import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whyPartsEnd } from '../../src/cli/engine/embedded-is-up.ts';
import type { homeFaultOf } from '../../src/host/supervisor/home-fault.ts';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'doeflow-parts-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A supervisor that says this of itself to whoever comes. */
async function supervisorSaying(state: object): Promise<{ close(): void }> {
  const { socket } = homeFiles(home);
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.write(`${JSON.stringify({ kind: 'state', ...state })}\n`);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return server;
}

describe('whether the parts stay when a command goes', () => {
  it('is not claimed where their supervisor has ended', async () => {
    expect(await whyPartsEnd({ home })).toBe(
      'the Temporal server and the worker on this machine are down, and don’t come back by themselves',
    );
  });

  it('is not claimed where their folder takes nothing any more', async () => {
    const full = (): ReturnType<typeof homeFaultOf> => ({
      code: 'ENOSPC',
      message: 'the disk is full',
      remedy: 'Make room on that disk',
    });
    const parts = 'the Temporal server and the worker on this machine';
    const why = 'the disk is full. Make room on that disk';
    expect(await whyPartsEnd({ home }, full)).toBe(
      `${parts} are down, and don’t come back by themselves: ${why}`,
    );
    const supervisor = await supervisorSaying({ state: 'starting', what: 'worker' });
    expect(await whyPartsEnd({ home }, full)).toBe(
      `${parts} can do nothing, and go on by themselves once they can: ${why}`,
    );
    supervisor.close();
  });

  it('is claimed where they start', async () => {
    const supervisor = await supervisorSaying({ state: 'starting', what: 'worker' });
    expect(await whyPartsEnd({ home })).toBeUndefined();
    supervisor.close();
  });
});
