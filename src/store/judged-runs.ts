/** What was judged of a job before all of it is: pages, each written once, so that nothing judged is lost or fetched again. */
import { layout, numberOfOutcomes } from './layout.ts';
import type { JudgedRun } from './schemas/outcome.ts';
import type { DocumentFolder } from '../objects/index.ts';

/** The latest that was kept of each run of a job, by the platform's number of the run. */
export async function readJudgedRuns(
  folder: DocumentFolder,
  jobNumber: number,
): Promise<Map<number, JudgedRun>> {
  const latest = new Map<number, JudgedRun>();
  for (const page of await listPages(folder, jobNumber)) {
    // A page that is gone meanwhile is part of the job's outcomes by now.
    const judged = (await folder.find(layout.judgedPage(jobNumber, page))) ?? [];
    for (const run of judged) latest.set(run.platformRun, run);
  }
  return latest;
}

/** Keeps a further page; several writers at once each get a page of their own. */
export async function keepJudgedRuns(
  folder: DocumentFolder,
  jobNumber: number,
  judged: readonly JudgedRun[],
): Promise<void> {
  let page = ((await listPages(folder, jobNumber)).at(-1) ?? 0) + 1;
  while (!(await folder.create(layout.judgedPage(jobNumber, page), judged))) page += 1;
}

/** Removes the pages of a job whose outcomes are kept as a whole. */
export async function removeJudgedRuns(folder: DocumentFolder, jobNumber: number): Promise<void> {
  for (const page of await listPages(folder, jobNumber)) {
    await folder.remove(layout.judgedPage(jobNumber, page));
  }
}

async function listPages(folder: DocumentFolder, jobNumber: number): Promise<number[]> {
  const { objects } = await folder.list(layout.judgedPages(jobNumber));
  return objects
    .map(numberOfOutcomes)
    .filter((page) => page !== undefined)
    .sort((a, b) => a - b);
}
