import { hashStream, layout, type DocumentFolder } from '../../store/index.ts';
import type { ReportSummary } from '../../report/index.ts';
import { summarySchema } from '../../summary/index.ts';
import type { StoredStudy } from './stored-study.ts';

/**
 * The summary that a study's end wrote; undefined where its statistics must be computed again: the study is open, another version wrote it, or
 * it isn't, by its hash, what the end left.
 */
export async function readKeptSummary(
  folder: DocumentFolder,
  { ended, starting }: Pick<StoredStudy, 'ended' | 'starting'>,
  version: string,
): Promise<ReportSummary | undefined> {
  if (ended === undefined || starting !== undefined) return undefined;
  if ((await folder.find(layout.manifest))?.['engineVersion'] !== version) return undefined;
  const hash = (await folder.find(layout.records))?.files[layout.summary.name];
  if (hash === undefined || !(await folder.has(layout.summary))) return undefined;
  const { sha256 } = await hashStream(await folder.readStream(layout.summary));
  if (sha256 !== hash) return undefined;
  const kept = summarySchema.safeParse(await folder.read(layout.summary));
  // What could not be done after the end, such as a copy, is noted in the status alone.
  return kept.success
    ? ({ ...kept.data, notes: [...ended.notes] } as unknown as ReportSummary)
    : undefined;
}
