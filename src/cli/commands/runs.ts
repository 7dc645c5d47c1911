import { InvalidArgumentError, Option } from 'commander';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { hasReused, sourceText } from '../../run/reused-from.ts';
import { revisionOf } from '../../run/first-revision.ts';
import { hasRevisions } from '../../run/revision-of.ts';
import { endedStateOf, endedStates, withdrawnRuns, type EndedState } from '../../run/run-state.ts';
import { readAttempts } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { countOf, formatDuration } from '../format-quantities.ts';
import { parseCount } from '../parse-arguments.ts';
import { findStudy } from '../studies/find-study.ts';
import type { DefineVerb } from '../define-verb.ts';

interface RunsOptions {
  readonly status?: EndedState;
  readonly limit?: number;
}

/** `doeflow runs`: the collected runs of a study by their latest attempt, one per line. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .addOption(
      new Option(
        '--status <status>',
        'only runs with this status: Done, Failed or Stopped',
      ).argParser(parseStatus),
    )
    .option('--limit <n>', 'at most this many runs', parseCount)
    .action(async (reference: string, options: RunsOptions) => {
      const store = await openOwnStore(context);
      const { studyId, ended } = await findStudy(store, reference);
      const attempts = await readAttempts(store.study(studyId));
      const withdrawn = ended === undefined ? 0 : withdrawnRuns(ended.state, ended.runs);
      const revised = hasRevisions(attempts.flat());
      const reused = hasReused(attempts.flat());
      const runs = [...mergeOutcomes(attempts).values()]
        .map((outcome) => ({ ...outcome, status: endedStateOf(outcome) }))
        .filter(({ status }) => options.status === undefined || status === options.status)
        .sort((a, b) => a.run - b.run)
        .slice(0, options.limit);
      if (withdrawn > 0) {
        context.output.note(
          `${countOf(withdrawn, 'run')} of ${studyId} never ran and ${withdrawn === 1 ? 'is' : 'are'} withdrawn, as the study is over: doeflow results ${studyId} lists them`,
        );
      }
      context.output.show({
        json: runs.map(({ values: _values, ...run }) => ({
          ...run,
          ...(revised ? { revision: revisionOf(run) } : {}),
        })),
        human: [
          {
            kind: 'table',
            head: [
              ...['run', 'status', 'attempt', ...(revised ? ['revision'] : [])],
              ...[
                'reason',
                'exit',
                'elapsed',
                'job',
                ...(reused ? ['reused from'] : []),
                'message',
              ],
            ],
            rows: runs.map((run) => [
              String(run.run),
              run.status,
              String(run.attempt),
              ...(revised ? [String(revisionOf(run))] : []),
              run.reason ?? '',
              run.exitCode === undefined ? '' : String(run.exitCode),
              run.elapsedSeconds === undefined ? '' : formatDuration(run.elapsedSeconds * 1000),
              run.platformJob ?? '',
              ...(reused ? [sourceText(run)] : []),
              run.message ?? '',
            ]),
            right: revised ? [0, 2, 3, 5, 6] : [0, 2, 4, 5],
          },
        ],
        quiet: runs.map((run) => run.run).join('\n'),
      });
    });
};

/** People type it in any case. */
function parseStatus(text: string): EndedState {
  const status = endedStates.find((each) => each.toLowerCase() === text.toLowerCase());
  if (status === undefined) {
    throw new InvalidArgumentError(`Use Done, Failed or Stopped, not "${text}".`);
  }
  return status;
}
