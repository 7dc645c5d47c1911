import { join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveLayout, type ArchiveOrder, type PassReport } from '../../../src/archive/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../archive/archive-kit.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

const passTime = '2026-03-01T03:00:00.000Z';
const order: ArchiveOrder = {
  ...{ formatVersion: 1, name: 'nightly', createdAt: '2026-01-01T00:00:00.000Z' },
  ...{ engineVersion: '1', select: 'study:n1', destination: '/mnt/archive', keepMs: 0 },
  ...{ deleteJobs: false, deleteInputFiles: false, approve: false },
  platform: { kind: 'local', key: 'k', home: '/home' },
};
const none = { jobs: 0, files: 0, bytes: 0 };
const jobs = Array.from({ length: 7 }, (_, index) => ({
  ...{ jobId: `j${index}`, name: `beam ${index}`, what: 'failed' },
  reason: `output ${index} has another hash`,
}));
const report: PassReport = {
  ...{ formatVersion: 1, archive: 'nightly', passTime, outcome: 'troubled' },
  ...{ closedAt: passTime, select: order.select, destination: order.destination, keepMs: 0 },
  ...{ engineVersion: '1', archived: none, proven: none, deleted: none, unchanged: 1 },
  ...{ awaitingApproval: 0, left: {}, failed: 7, notes: [] },
  whatToDo: ['What failed is taken up by the next pass.'],
  jobs: [{ jobId: 'whole', name: 'beam', what: 'proven' }, ...jobs],
};

it('shows why the last pass failed, what to do, and where its report is', async () => {
  const home = await temporaryFolder();
  const folder = (await openStore(join(home, 'store'))).standingOrder('archives', 'nightly');
  await folder.write(archiveLayout.order, order);
  await folder.write(archiveLayout.report(passTime), report);
  const { stdout } = await doeflowInProcess(['archive', 'show', 'nightly'], { DOEFLOW_HOME: home });
  expect(stdout).toContain('j0 (beam 0): failed: output 0 has another hash');
  expect(stdout).toContain('… and 2 jobs more');
  expect(stdout).toContain('What failed is taken up by the next pass.');
  const address = '/mnt/archive/passes/2026-03-01T03-00-00.000Z/report.html';
  expect(stdout).toContain(`All of it: ${address}`);
  const json = await doeflowInProcess(['archive', 'show', 'nightly', '--json'], {
    DOEFLOW_HOME: home,
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    passes: [
      {
        failures: {
          reasons: jobs.slice(0, 5),
          ...{ more: 2, whatToDo: report.whatToDo, report: address },
        },
      },
    ],
  });
});
