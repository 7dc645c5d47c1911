import { expect, it } from 'vitest';
import { reportPage } from '../../src/archive/report-page.ts';
import type { PassReport } from '../../src/archive/pass-report.ts';
import { tellJobs } from '../../src/archive/tell-jobs.ts';

const report: PassReport = {
  ...{ formatVersion: 1, archive: 'nightly', passTime: '2026-03-01T03:00:00.000Z' },
  ...{ outcome: 'troubled', select: '#a & "b"', destination: '/archive', keepMs: 0 },
  ...{ openedAt: '2026-03-01T03:00:05Z', closedAt: '2026-03-01T04:01:05Z', engineVersion: '1' },
  archived: { jobs: 2, files: 3, bytes: 1_234_567 },
  proven: { jobs: 1, files: 2, bytes: 999 },
  deleted: { jobs: 0, files: 0, bytes: 0 },
  ...{ unchanged: 7, awaitingApproval: 0, left: { running: 1 }, failed: 1 },
  ...{ notes: ['a note'], whatToDo: ['do <this>'] },
  jobs: [
    { jobId: 'j1', name: '<script>alert(1)</script>', what: 'failed', reason: 'a "reason" & more' },
    { jobId: 'j2', name: 'good\u202egnp', what: 'proven', files: 2, bytes: 999 },
  ],
};

it('shows what a person needs, first what went wrong, and needs nothing else', () => {
  const page = reportPage(report);
  const text = page.replaceAll(/<style>.*<\/style>/gsu, '').replaceAll(/<[^>]+>/gu, ' ');
  expect(text).toContain('Something needs a look.');
  for (const part of ['1 h 1 min', '1.23 MB', '999 B', 'not ended yet', '7 jobs', 'a note']) {
    expect(text).toContain(part);
  }
  expect(text.indexOf('Failed (1)')).toBeLessThan(text.indexOf('Archived (1)'));
  expect(page).not.toMatch(/src=|href=|<script/u);
});

it('shows text of others as text', () => {
  const page = reportPage(report);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('a &quot;reason&quot; &amp; more');
  expect(page).toContain('do &lt;this&gt;');
  expect(page).not.toContain('\u202e');
});

it('tells of each job what became of it last, and of what a lost batch left', () => {
  const choice = { row: 'r', choice: 'new' as const };
  const outcome = { files: 1, bytes: 2, version: 1 };
  const jobs = tellJobs({
    selection: [
      { jobId: 'j1', name: 'a', ...choice },
      { jobId: 'j2', name: 'b', ...choice },
      { jobId: 'j3', name: 'c', row: 'r', choice: 'unchanged' },
      { jobId: 'j4', name: 'd', row: 'r', choice: 'unreadable', reason: 'why' },
    ],
    archived: [{ jobId: 'j1', outcome: 'archived', ...outcome }],
    proven: [{ jobId: 'j1', outcome: 'proven', ...outcome }],
    deleted: [{ jobId: 'j9', outcome: 'deleted', ...outcome }],
    dueNames: new Map([['j9', 'z']]),
  });
  expect(jobs.map(({ name, what, reason }) => [name, what, reason])).toEqual([
    ['a', 'proven', undefined],
    ['b', 'failed', 'Its batch ended early; see the notes'],
    ['d', 'unreadable', 'why'],
    ['z', 'deleted', undefined],
  ]);
});
