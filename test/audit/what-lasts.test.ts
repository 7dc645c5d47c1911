/** Of a study that goes on, what is written while an audit reads isn't a fault. */
import { expect, it, vi } from 'vitest';
import { AuditBook, type AuditReport } from '../../src/audit/audit-report.ts';
import { whatLasts } from '../../src/audit/what-lasts.ts';

function reportOf(ended: boolean, ...subjects: readonly string[]): AuditReport {
  const book = new AuditBook();
  for (const subject of subjects) book.tell('paid-twice', subject, `told of ${subject}`);
  return book.close(ended, true);
}

const subjectsOf = ({ faults }: AuditReport): readonly string[] =>
  faults.map(({ subject }) => subject);

it('tells what both audits find, and neither what passes nor what comes', async () => {
  const audit = vi
    .fn<() => Promise<AuditReport>>()
    .mockResolvedValueOnce(reportOf(false, 'job a', 'job b'))
    .mockResolvedValueOnce(reportOf(false, 'job b', 'job c'));
  const report = await whatLasts(audit);
  expect(subjectsOf(report)).toEqual(['job b']);
  expect(report).toMatchObject({ clean: false, faultCount: 1 });
});

it('calls a study clean whose faults passed', async () => {
  const audit = vi
    .fn<() => Promise<AuditReport>>()
    .mockResolvedValueOnce(reportOf(false, 'job a'))
    .mockResolvedValueOnce(reportOf(true, 'job b'));
  expect(await whatLasts(audit)).toMatchObject({ clean: true, faultCount: 0, ended: true });
});

it.each([
  ['of a study that has ended', reportOf(true, 'job a')],
  ['that finds nothing', reportOf(false)],
])('an audit %s is made once', async (_, report) => {
  const audit = vi.fn<() => Promise<AuditReport>>().mockResolvedValue(report);
  expect(await whatLasts(audit)).toBe(report);
  expect(audit).toHaveBeenCalledOnce();
});

it('faults that a report doesn’t hold still count', async () => {
  const many = reportOf(false, ...Array.from({ length: 1200 }, (_, place) => `job ${place}`));
  const report = await whatLasts(() => Promise.resolve(many));
  expect(report).toMatchObject({ clean: false, faultCount: 1200 });
});
