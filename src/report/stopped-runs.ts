import { groupFailures } from '../run/group-failures.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { resumeCommands, retryCommands } from '../run/ways-on.ts';
import { countOf } from './figure-block.ts';
import { formatCount } from './format-count.ts';
import type { Block } from './report.ts';
import type { SectionInput } from './section-input.ts';

const shownRuns = 8;
const mostMessage = 600;

/** The runs that a person or a guard stopped, apart from those that failed: by whom, and what runs them after all. @param stopped latest attempts */
export function stoppedRunsBlocks(
  input: SectionInput,
  stopped: readonly RunOutcome[],
): readonly Block[] {
  if (stopped.length === 0) return [];
  const were = stopped.length === 1 ? 'was' : 'were';
  return [
    {
      kind: 'table',
      title: 'Stopped runs',
      table: {
        head: ['what stopped them', 'runs', 'first runs'],
        rows: groupFailures(stopped).map(({ message, runs }) => [
          message === '' ? null : message.slice(0, mostMessage),
          runs.length,
          runs.slice(0, shownRuns).join(', ') + (runs.length > shownRuns ? ', …' : ''),
        ]),
      },
    },
    {
      kind: 'text',
      text: `${countOf(stopped.length, 'run')} of ${formatCount(input.table.accepted.length)} ${were} stopped, by a person or a guard: nothing of them failed, so no count of failures has them.`,
    },
    wayOn(input, stopped),
  ];
}

/** The command that helps in the state that the study is in. */
function wayOn(
  { summary, isStudyOver, needsLimit, snapshot }: SectionInput,
  stopped: readonly RunOutcome[],
): Block {
  const { studyId } = snapshot;
  const offer = (title: string, ...commands: readonly string[]): Block => ({
    ...{ kind: 'source', title, text: commands.join('\n') },
  });
  if (isStudyOver) {
    return offer('To run what was stopped', ...retryCommands({ studyId }, stopped));
  }
  return summary.status === 'Paused'
    ? offer('To go on, also with what was stopped', ...resumeCommands({ studyId, needsLimit }))
    : offer('To see what becomes of them', `doeflow status ${studyId}`);
}
