/** Which runs are in jobs that have begun and not ended: those of them that failed in an earlier job are being run again. */
import { layout, readJobsBegun, specRuns, type DocumentFolder } from '../../store/index.ts';

/** The last such job of each run, by run number. */
export async function readRunsUnderWay(
  folder: DocumentFolder,
): Promise<ReadonlyMap<number, number>> {
  const { begun } = await readJobsBegun(folder);
  const specs = await Promise.all(
    begun.map(async (jobNumber) => ({
      jobNumber,
      spec: await folder.find(layout.jobSpec(jobNumber)),
    })),
  );
  return new Map(
    specs.flatMap(({ jobNumber, spec }) =>
      spec === undefined ? [] : specRuns(spec).map(({ run }) => [run, jobNumber] as const),
    ),
  );
}
