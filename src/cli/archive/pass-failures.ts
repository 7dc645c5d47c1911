/** What failed of a pass, as its report has it: told where the pass itself is. */
import {
  archiveLayout,
  destinationLayout,
  isTroubling,
  passFolder,
  type PassReport,
} from '../../archive/index.ts';
import type { Store } from '../../store/index.ts';
import { countOf } from '../format-quantities.ts';
import type { Block } from '../output/view.ts';

/** Reasons that are told; the report has all. */
const mostReasons = 5;

/** What failed, why, and what a person can do. */
export interface PassFailures {
  /** The first of them. */
  readonly reasons: readonly {
    readonly jobId: string;
    readonly name: string;
    readonly what: string;
    readonly reason: string;
  }[];
  /** Jobs that aren't among the reasons. */
  readonly more: number;
  readonly whatToDo: readonly string[];
  /** Address of the report for people. */
  readonly report: string;
}

/** Undefined for a pass without a report, or of which nothing failed. */
export async function readPassFailures(
  store: Store,
  archive: string,
  passTime: string,
): Promise<PassFailures | undefined> {
  const folder = store.standingOrder('archives', archive);
  return failuresOf(await folder.find(archiveLayout.report(passTime)));
}

/** As {@link readPassFailures}, of a report that was read. */
export function failuresOf(report: PassReport | undefined): PassFailures | undefined {
  if (report?.outcome !== 'troubled') return undefined;
  const failed = report.jobs.filter(isTroubling);
  const reasons = failed
    .slice(0, mostReasons)
    .map(({ jobId, name, what, reason = 'no reason was kept' }) => ({ jobId, name, what, reason }));
  const { destination, passTime, whatToDo, folder = passFolder(passTime) } = report;
  return {
    reasons,
    more: failed.length - reasons.length,
    whatToDo,
    report: `${destination}/${destinationLayout.passes}${folder}/report.html`,
  };
}

/** For a person; nothing where nothing failed. */
export function failureBlocks(failures: PassFailures | undefined): readonly Block[] {
  if (failures === undefined) return [];
  const { reasons, more, whatToDo, report } = failures;
  const lines = [
    ...reasons.map(({ jobId, name, what, reason }) => `${jobId} (${name}): ${what}: ${reason}`),
    ...(more === 0 ? [] : [`… and ${countOf(more, 'job')} more`]),
    ...whatToDo,
    `All of it: ${report}`,
  ];
  return [{ kind: 'text', lines }];
}
