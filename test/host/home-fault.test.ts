import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { homeFaultOf, homeRefused } from '../../src/host/supervisor/home-fault.ts';
import { homeTrouble } from '../../src/run/trouble.ts';
import { makeReadOnly } from '../kit/read-only-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-home-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a home folder', () => {
  it('is found to be in order by a try that leaves nothing, and not made for it', () => {
    const home = join(folder, 'good');
    expect(homeFaultOf(home)).toBeUndefined();
    mkdirSync(home);
    expect(homeFaultOf(home)).toBeUndefined();
    expect(readdirSync(home)).toEqual([]);
  });

  it('is told with its path and the remedy where the system refuses it', () => {
    const home = join(folder, 'locked');
    mkdirSync(home);
    const locked = makeReadOnly(home);
    try {
      const fault = homeFaultOf(home);
      expect(fault?.message).toContain(`Cannot write ${home}: `);
      if (fault === undefined) return;
      expect(homeRefused(home, fault)).toMatchObject({ exitCode: 2 });
      const full = { ...fault, code: 'ENOSPC' };
      expect(homeTrouble(full, '2026-11-22T00:00:00.000Z', false)).toMatchObject({
        waitingFor: 'room on the disk of doeflow’s own folder',
        whatToDo: expect.stringContaining('free space') as string,
      });
    } finally {
      locked.mend();
    }
  });

  it('is told where a file has its place', () => {
    const home = join(folder, 'file');
    writeFileSync(home, '');
    expect(homeFaultOf(home)?.code).toBe('ENOTDIR');
  });
});
