/** Runs of a job that are judged, kept page by page: their short files as a pack, then what was judged of them, which names it. */
import {
  keepJudgedRuns,
  keepPack,
  type DocumentFolder,
  type FileContents,
  type JudgedRun,
} from '../src/store/index.ts';

/** A page is written with so many runs or bytes of files, or with fewer after so long: what a killed worker may lose. */
const pageRuns = 100;
const pageBytes = 2 * 1024 * 1024;
const pageMs = 5_000;

interface Waiting {
  readonly judged: JudgedRun;
  readonly contents: FileContents;
}

/** Judged runs of a job, on their way into the store. */
export interface JudgedPages {
  /** @param contents of its files, which are to be packed; none where they lie in the store already, or it left none */
  add(judged: JudgedRun, contents?: FileContents): Promise<void>;
  /** What is kept of a run that was added, once that is closed. */
  kept(judged: JudgedRun): JudgedRun;
  close(): Promise<void>;
}

/** Collects judged runs of a job and writes them as pages, one after the other. */
export function keepPages(folder: DocumentFolder, jobNumber: number): JudgedPages {
  const packed = new Map<JudgedRun, JudgedRun>();
  let waiting: Waiting[] = [];
  let bytes = 0;
  let writtenMs = performance.now();
  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    const page = waiting;
    waiting = [];
    bytes = 0;
    writtenMs = performance.now();
    if (page.length > 0) writing = writing.then(() => keepPage(page));
    return writing;
  };
  /** No page names a pack that isn't there. */
  async function keepPage(page: readonly Waiting[]): Promise<void> {
    const files = page.flatMap(({ judged: { outcome }, contents }) =>
      outcome === undefined || contents.size === 0
        ? []
        : [{ run: outcome.run, attempt: outcome.attempt, contents }],
    );
    if (files.length > 0) {
      const pack = await keepPack(folder, jobNumber, files);
      for (const { judged, contents } of page) {
        if (judged.outcome === undefined || contents.size === 0) continue;
        packed.set(judged, { ...judged, outcome: { ...judged.outcome, pack } });
      }
    }
    await keepJudgedRuns(
      folder,
      jobNumber,
      page.map(({ judged }) => packed.get(judged) ?? judged),
    );
  }
  return {
    async add(judged, contents = new Map()) {
      waiting.push({ judged, contents });
      for (const content of contents.values()) bytes += content.length;
      const isDue = performance.now() - writtenMs >= pageMs;
      if (waiting.length >= pageRuns || bytes >= pageBytes || isDue) await flush();
    },
    kept: (judged) => packed.get(judged) ?? judged,
    close: flush,
  };
}
