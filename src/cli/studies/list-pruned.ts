import type { PrunedStudy } from '../../store/index.ts';
import { sizeText } from '../format-quantities.ts';
import type { View } from '../output/view.ts';
import { prunedWords } from './pruned-words.ts';

/** `2 studies were pruned`. */
export function prunedCount(pruned: readonly PrunedStudy[]): string {
  return pruned.length === 1 ? '1 study was pruned' : `${pruned.length} studies were pruned`;
}

/** What stays of studies that were pruned, the one that was started last first. */
export function prunedStudies(pruned: readonly PrunedStudy[], limit?: number): View {
  const shown = pruned.slice(0, limit);
  return {
    json: shown.map(({ local: _local, ...record }) => record),
    human:
      shown.length === 0
        ? [{ kind: 'text', lines: ['No study was pruned.'] }]
        : [
            {
              kind: 'table',
              head: ['study', 'ended as', 'runs', 'size', 'pruned', 'copy'],
              rows: shown.map((record) => [
                record.studyId,
                record.state,
                `${record.runs.done} of ${record.runs.total} done`,
                sizeText(record.bytes),
                prunedWords(record),
                record.archive?.destination ?? record.resultsDir ?? 'none that doeflow knows of',
              ]),
              right: [3],
            },
          ],
    quiet: shown.map(({ studyId }) => studyId).join('\n'),
  };
}
