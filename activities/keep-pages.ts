/** Runs of a job that are judged, kept page by page. */
import { keepJudgedRuns, type DocumentFolder, type JudgedRun } from '../src/store/index.ts';

/** A page is written with so many runs, or with fewer after so long: what a killed worker may lose. */
const pageRuns = 100;
const pageMs = 5_000;

/** Collects judged runs of a job and writes them as pages, one after the other. */
export function keepPages(
  folder: DocumentFolder,
  jobNumber: number,
): {
  add(judged: JudgedRun): Promise<void>;
  close(): Promise<void>;
} {
  let waiting: JudgedRun[] = [];
  let writtenMs = performance.now();
  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    const page = waiting;
    waiting = [];
    writtenMs = performance.now();
    if (page.length > 0) writing = writing.then(() => keepJudgedRuns(folder, jobNumber, page));
    return writing;
  };
  return {
    async add(judged) {
      waiting.push(judged);
      if (waiting.length >= pageRuns || performance.now() - writtenMs >= pageMs) await flush();
    },
    close: flush,
  };
}
