/** What a study under way reads anew of its outcomes: pages, each written once, so that nothing that was read is read again. */
import type { RunOutcome } from '../run/run-outcome.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { layout, numberOfOutcomes } from './layout.ts';

/** What was read anew of a job's outcomes with the outputs of a revision, in the order in which it was kept. */
export async function readAnewPages(
  folder: Pick<DocumentFolder, 'list' | 'find'>,
  revision: number,
  jobNumber: number,
): Promise<readonly RunOutcome[]> {
  const pages = await listPages(folder, revision, jobNumber);
  const read = await Promise.all(
    pages.map((page) => folder.find(layout.anewPage(revision, jobNumber, page))),
  );
  return read.flatMap((outcomes) => outcomes ?? []);
}

/** Keeps a further page; several writers at once each get a page of their own. */
export async function keepAnewPage(
  folder: Pick<DocumentFolder, 'list' | 'create'>,
  revision: number,
  jobNumber: number,
  outcomes: readonly RunOutcome[],
): Promise<void> {
  let page = ((await listPages(folder, revision, jobNumber)).at(-1) ?? 0) + 1;
  while (!(await folder.create(layout.anewPage(revision, jobNumber, page), outcomes))) page += 1;
}

async function listPages(
  folder: Pick<DocumentFolder, 'list'>,
  revision: number,
  jobNumber: number,
): Promise<readonly number[]> {
  const { objects } = await folder.list(layout.anewPages(revision, jobNumber));
  return objects
    .map(numberOfOutcomes)
    .filter((page) => page !== undefined)
    .sort((a, b) => a - b);
}
