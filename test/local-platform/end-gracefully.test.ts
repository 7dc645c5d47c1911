import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endGracefully } from '../../src/local-platform/runner/end-gracefully.ts';
import { findRunProcesses } from '../../src/local-platform/runner/process-table.ts';
import { Slot } from '../../src/local-platform/runner/slot.ts';
import { waitFor } from '../kit/processes.ts';

/** So long that a test which had to wait for it would never end. */
const graceMs = 3_600_000;

let folder: string;
let slot: Slot;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-slot-'));
  const marker = `DOEFLOW_SLOT=test/${folder}/`;
  const environment = { PATH: process.env['PATH'] ?? '', DOEFLOW_SLOT: marker.slice(13) };
  slot = new Slot({
    ...{ index: 0, marker, environment, directory: folder, largestFileBytes: 1e9, firstLine: '' },
  });
});
afterEach(async () => {
  await slot.kill();
  rmSync(folder, { recursive: true });
});

const lines = (name: string): readonly string[] => {
  try {
    return readFileSync(join(folder, name), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};

it.each([0, 1, 2, 3, 5, 8, 13])(
  'ends a run that began %i ms before without waiting for the grace',
  async (waitMs) => {
    let over = false;
    const executed = slot.execute('( sleep 600 )').then(() => (over = true));
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    endGracefully(slot, graceMs, () => over);
    await executed;
    expect(slot.alive).toBe(true);
  },
);

it('asks what began after what it had asked first was gone', async () => {
  let over = false;
  // Such as a process of the slot's shell itself, before the run has one.
  const executed = slot.execute('sleep 600; ( sleep 600 )').then(() => (over = true));
  await waitFor('a first process', () => findRunProcesses(slot.pid, slot.marker).length > 1);
  endGracefully(slot, graceMs, () => over);
  await executed;
  expect(slot.alive).toBe(true);
});

it('asks a program that takes its time only once', async () => {
  let over = false;
  const program = `( trap 'echo asked >> asked; sleep 0.3; exit 0' TERM; echo up > up; while :; do sleep 0.02; done )`;
  const executed = slot.execute(program).then(() => (over = true));
  await waitFor('the program to be up', () => lines('up')[0] === 'up');
  endGracefully(slot, graceMs, () => over);
  await executed;
  expect(lines('asked')).toEqual(['asked']);
});
