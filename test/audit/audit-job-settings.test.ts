/** The hardware, software and command of a job by the platform, held against what was asked for. */
import { afterAll, expect, it } from 'vitest';
import { auditJobSettings } from '../../src/audit/audit-job-settings.ts';
import { AuditBook } from '../../src/audit/audit-report.ts';
import { layout } from '../../src/store/index.ts';
import { temporaryStore } from '../store/temporary-store.ts';

type Arguments = Parameters<typeof auditJobSettings>;

const store = await temporaryStore(afterAll);
const asked = { coreType: 'emerald', coresPerSlot: 2, slots: 4 };

async function audit(
  analysis: object,
  { hardware = asked, spec = {}, execution = {}, folder = store.study('beam-1'), more = {} } = {},
): Promise<readonly string[]> {
  const software = { code: 'user_included', version: '0' };
  const analyses = [{ analysis: software, command: 'sh m.sh', ...more }];
  const study = { job: { hardware, fields: {}, analyses }, execution };
  const book = new AuditBook();
  await auditJobSettings(
    { folder, at: () => Promise.resolve({ study }) } as unknown as Arguments[0],
    { jobNumber: 1, attemptKey: 'k1', ...spec } as unknown as Arguments[1],
    { jobanalyses: [{ analysis: software, ...analysis }] } as unknown as Arguments[2],
    'job 1',
    book,
  );
  return book.close(true, true).faults.map(({ message }) => message);
}

it('is as it was asked for, or not told', async () => {
  expect(await audit({ hardware: asked, command: 'key k1; sh m.sh' })).toEqual([]);
  expect(await audit({})).toEqual([]);
  expect(await audit({ hardware: {}, command: null })).toEqual([]);
});

it('has the slots that it was cut to', async () => {
  const cut = { hardware: { ...asked, slots: 1 } };
  expect(await audit(cut, { spec: { slots: 1 } })).toEqual([]);
  expect(await audit(cut)).toEqual(['has slots 1 there, and 4 was asked for']);
});

it('has the core class that was asked for, whatever core type came of it', async () => {
  const hardware = { coreClass: 'quick', coresPerSlot: 2, slots: 4 } as unknown as typeof asked;
  const shown = { ...asked, coreClass: { code: 'quick' } };
  expect(await audit({ hardware: shown }, { hardware })).toEqual([]);
  const other = { hardware: { ...shown, coreClass: { code: 'dear' } } };
  expect(await audit(other, { hardware })).toEqual([
    'has core class dear there, and quick was asked for',
  ]);
});

it('has the hardware of its cluster, which is not compared', async () => {
  const folder = store.study('beam-2');
  await folder.write(layout.jobCluster(1), { clusterId: 'c1' });
  const shown = { hardware: { ...asked, coreType: 'onyx' } };
  expect(await audit(shown, { folder, execution: { cluster: { kind: 'own' } } })).toEqual([]);
  expect(await audit(shown, { execution: { cluster: { kind: 'own' } } })).toHaveLength(1);
});

it('has the command that was sent: its text, where no shell changes it, and the key of its first process', async () => {
  const told = `has a command there that isn't the one that was sent, of "sh m.sh"`;
  expect(await audit({ command: 'key k1; sh n.sh' })).toEqual([told]);
  expect(await audit({ command: 'sh m.sh' })).toEqual([told]);
  expect(await audit({ command: 'sh m.sh' }, { more: { preProcess: {} } })).toEqual([]);
  expect(await audit({ command: "k1 'it''s'" }, { more: { command: "it's" } })).toEqual([]);
});
