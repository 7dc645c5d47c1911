/** What a prune removed, or would remove, and what it leaves and why. */
import type { Size } from '../../store/index.ts';
import { countOf, sizeText } from '../format-quantities.ts';
import type { Block, View } from '../output/view.ts';
import type { Chosen } from './candidate.ts';
import type { Kept } from './choose-studies.ts';

/** All that is told of a prune. */
export interface PruneReport {
  readonly isDry: boolean;
  readonly chosen: readonly Pick<
    Chosen,
    'stored' | 'endedAt' | 'size' | 'localBytes' | 'archive'
  >[];
  /** What is gone, or would be, by kind. */
  readonly studies: Size;
  readonly contents: Size;
  readonly localBytes: number;
  readonly caches: { readonly bytes: number; readonly things: number };
  /** Contents that nobody names, but may be named soon, or whose age isn't known. */
  readonly waiting: Size;
  /** Studies whose removal had been cut off, and was ended now. */
  readonly cutOff: readonly string[];
  readonly kept: readonly Kept[];
  readonly left: readonly string[];
  /** Whether any study was asked for. */
  readonly choosesStudies: boolean;
}

/** The view of a prune. */
export function describePrune(report: PruneReport): View {
  const { isDry, chosen, studies, contents, localBytes, caches, kept, left } = report;
  const known = [studies.bytes, contents.bytes].every((bytes) => bytes !== undefined);
  const total = known
    ? (studies.bytes ?? 0) + (contents.bytes ?? 0) + localBytes + caches.bytes
    : null;
  return {
    json: {
      dryRun: isDry,
      studies: chosen.map(({ stored, endedAt, size, localBytes: local, archive }) => ({
        studyId: stored.studyId,
        endedAt,
        bytes: size.bytes ?? null,
        localPlatformBytes: local,
        archive: archive ?? null,
      })),
      finished: report.cutOff,
      bytes: {
        studies: studies.bytes ?? null,
        contents: contents.bytes ?? null,
        localPlatform: localBytes,
        caches: caches.bytes,
        total,
      },
      waiting: { contents: report.waiting.objects, bytes: report.waiting.bytes ?? null },
      kept,
      left,
    },
    human: [
      ...studyTable(report),
      {
        kind: 'table',
        head: [isDry ? 'would go' : 'gone', 'things', 'bytes'],
        rows: [
          ['records and files of studies', String(studies.objects), sizeText(studies.bytes)],
          ['contents that no kept study names', String(contents.objects), sizeText(contents.bytes)],
          ['jobs of these studies on the local platform', '', sizeText(localBytes)],
          ['caches and old logs', String(caches.things), sizeText(caches.bytes)],
          ['together', '', sizeText(total ?? undefined)],
        ],
        right: [1, 2],
      },
      ...keptBlocks(report),
      ...(left.length === 0
        ? []
        : [text('', 'Left for the next prune:', ...left.map((line) => `  ${line}`))]),
      ...(isDry ? [text('', 'Nothing was removed.')] : []),
    ],
    quiet: chosen.map(({ stored }) => stored.studyId).join('\n'),
  };
}

function studyTable({ chosen, choosesStudies, cutOff }: PruneReport): readonly Block[] {
  const finished =
    cutOff.length === 0
      ? []
      : [text(`Studies whose removal had been cut off: ${cutOff.join(', ')}`)];
  if (!choosesStudies) {
    return [
      ...finished,
      text('No study was asked for: name some, or say which by --older-than or --below.'),
    ];
  }
  if (chosen.length === 0) return [...finished, text('No study goes.')];
  return [
    ...finished,
    {
      kind: 'table',
      head: ['study', 'ended', 'store', 'local platform', 'copy'],
      rows: chosen.map(({ stored, endedAt, size, localBytes, archive }) => [
        stored.studyId,
        endedAt.slice(0, 10),
        sizeText(size.bytes),
        sizeText(localBytes),
        archive === undefined ? 'none' : `${archive.name}, version ${archive.version}`,
      ]),
      right: [2, 3],
    },
  ];
}

function keptBlocks({ kept, waiting }: PruneReport): readonly Block[] {
  const young =
    waiting.objects === 0
      ? []
      : [
          text(
            `${countOf(waiting.objects, 'content')} (${sizeText(waiting.bytes)}) that nobody names stay${waiting.objects === 1 ? 's' : ''} for now: only what is older than a day goes, as a study may be starting.`,
          ),
        ];
  if (kept.length === 0) return young;
  return [
    ...young,
    text('', 'These stay:', ...kept.map(({ studyId, why }) => `  ${studyId}: ${why}`)),
  ];
}

function text(...lines: readonly string[]): Block {
  return { kind: 'text', lines };
}
