import { endedStateOf } from '../../run/run-state.ts';
import { absent, countOf, figureBlock } from '../figure-block.ts';
import { formatCount } from '../format-count.ts';
import { formatNumber } from '../format-number.ts';
import type { ReportCell } from '../report.ts';
import type { MakeSection } from '../section-input.ts';
import { timeUnit } from '../time-unit.ts';

/** Most attempts in the figure; above, a stated part. */
const mostBars = 600;

/** When each attempt ran, as the platform told. */
export const timelineSection: MakeSection = ({ attempts }) => {
  const timed = attempts
    .flat()
    .flatMap((outcome) => {
      const from = Date.parse(outcome.startedAt ?? '');
      const to = Date.parse(outcome.endedAt ?? '');
      return Number.isFinite(from) && Number.isFinite(to) && to >= from
        ? [{ outcome, from, to }]
        : [];
    })
    .sort((a, b) => a.outcome.run - b.outcome.run || a.outcome.attempt - b.outcome.attempt);
  if (timed.length === 0) {
    return {
      id: 'timeline',
      title: 'Timeline',
      blocks: [absent('No timeline: the platform told no times of runs yet.')],
    };
  }
  const step = Math.ceil(timed.length / mostBars);
  const shown = timed
    .filter((_, place) => place % step === 0)
    .map(({ outcome, from, to }) => ({ ...outcome, from, to }));
  const start = timed.reduce((least, { from }) => Math.min(least, from), Infinity);
  const end = timed.reduce((most, { to }) => Math.max(most, to), -Infinity);
  const busy = timed.reduce((sum, { from, to }) => sum + to - from, 0);
  const lanes = [...new Set(shown.map(({ run }) => run))];
  const laneOf = new Map(lanes.map((run, lane) => [run, lane]));
  const minutes = (ms: number): number => ms / 60_000;
  return {
    id: 'timeline',
    title: 'Timeline',
    blocks: [
      figureBlock({
        id: 'timeline',
        title: 'When each run ran',
        caption: `A bar is an attempt of a run; outlined ones failed or were stopped. All took ${spanText(end - start)}, in which ${rateText(end > start ? busy / (end - start) : 1)} at a time on average; gaps are waits for hardware, and retries.${
          step > 1
            ? ` Of ${countOf(timed.length, 'attempt')} one in ${formatCount(step)} is drawn.`
            : ''
        } Times are the platform’s.`,
        plot: {
          kind: 'timeline',
          lanes: lanes.map((run) => `run ${run}`),
          bars: shown.map(({ run, attempt, from, to, ...end }) => ({
            run,
            lane: laneOf.get(run) ?? 0,
            fromMinutes: minutes(from - start),
            toMinutes: minutes(to - start),
            isDone: end.status === 'Done',
            label: `Run ${run}, attempt ${attempt}: ${stateWords(end)}`,
          })),
        },
        trust: [],
        numbers: {
          head: ['run', 'attempt', 'status', 'reason', 'started', 'ended', 'seconds'],
          rows: shown.map((one): readonly ReportCell[] => [
            one.run,
            one.attempt,
            endedStateOf(one),
            one.reason ?? null,
            one.startedAt ?? null,
            one.endedAt ?? null,
            (one.to - one.from) / 1000,
          ]),
        },
      }),
    ],
  };
};

/** `Done`, `Failed, exit-code`, `Stopped`. */
function stateWords(end: Parameters<typeof endedStateOf>[0]): string {
  const state = endedStateOf(end);
  return state === 'Failed' && end.reason !== undefined ? `Failed, ${end.reason}` : state;
}

/** Such as `4.4 seconds`, `12 minutes`. */
function spanText(ms: number): string {
  const { name, seconds } = timeUnit(ms / 1000);
  const text = formatNumber(ms / 1000 / seconds, 2);
  return `${text} ${text === '1' ? name.slice(0, -1) : name}`;
}

function rateText(runs: number): string {
  const text = formatNumber(runs, 2);
  return text === '1' ? '1 run ran' : `${text} runs ran`;
}
