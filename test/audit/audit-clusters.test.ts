import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditClusters } from '../../src/audit/audit-clusters.ts';
import { AuditBook, type AuditReport } from '../../src/audit/audit-report.ts';
import type { StudyRecords } from '../../src/audit/audited-study.ts';
import type { PlatformClient } from '../../src/platform-api/index.ts';
import { layout, openStore, type Store } from '../../src/store/index.ts';

let root = '';
let store: Store;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-audit-'));
  store = await openStore(root);
  const made = { name: 'beams', at: '2026-03-01T00:00:00.000Z', clusterId: 'c1' };
  await store.study('beam-1').write(layout.clusterMade(1), made);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function* rows<T>(...all: readonly T[]): AsyncGenerator<T> {
  for (const row of all) yield await Promise.resolve(row);
}

/** An ended study whose cluster `c1` is in this status. */
async function audit(status: string, sharers: readonly string[]): Promise<AuditReport> {
  const platform = {
    clusters: {
      list: () => Promise.resolve(rows()),
      get: () => Promise.resolve({ id: 'c1' }),
      statuses: () => rows({ status, statusDate: '2026-03-01T00:01:00Z' }),
    },
  } as unknown as PlatformClient;
  const records = {
    ...{ studyId: 'beam-1', folder: store.study('beam-1'), ended: true, ledger: [] },
    study: {
      execution: { cluster: { kind: 'own', name: 'beams', slots: 1 } },
      job: { hardware: { coreType: 'emerald' } },
    },
  } as unknown as StudyRecords;
  const book = new AuditBook();
  const sharersOf = (name: string): Promise<readonly string[]> =>
    Promise.resolve(name === 'beams' ? sharers : []);
  const { signal } = new AbortController();
  await auditClusters({ store, platform, sharersOf }, records, book, signal);
  return book.close(true, true);
}

describe('the cluster of a study that has ended', () => {
  it('is left on where it goes on and nobody shares it; the way to end it is told', async () => {
    const { clean, faults } = await audit('Started', []);
    expect(clean).toBe(false);
    expect(faults).toMatchObject([{ kind: 'left-on', subject: 'cluster c1' }]);
    expect(faults[0]?.message).toContain('doeflow api POST v3/clusters/c1/shutdown');
  });

  it('is no fault while another study has it, which is named', async () => {
    const { clean, notes } = await audit('Started', ['beam-2']);
    expect(clean).toBe(true);
    expect(notes.join()).toMatch(/cluster c1 is Started: it is shared with beam-2/u);
  });

  it('that is over is not worth a word', async () => {
    expect(await audit('Stopped', [])).toMatchObject({ clean: true, notes: [] });
  });
});
