/** How archives, their times and their passes are told to people. */
import type { ArchiveOrder } from '../../archive/index.ts';
import type { FlowScheduleState } from '../../temporal/flow-schedules.ts';
import { durationWords, timingWords } from '../../temporal/flow-timing.ts';
import { countOf, formatBytes, formatDuration } from '../format-quantities.ts';
import type { PassLine } from './read-passes.ts';

/** What is deleted when, and who may. */
export function deletionWords(order: ArchiveOrder): string {
  if (!order.deleteJobs) return 'nothing is deleted';
  return [
    `jobs ${order.keepMs === 0 ? 'as soon as their copy is proven' : `${durationWords(order.keepMs)} after their copy was proven`}`,
    order.deleteInputFiles ? ', with input files that no other job uses' : '',
    order.approve ? ', after a person approved' : '',
  ].join('');
}

/** A row with the licence that crates name, where the order has one. */
export function licenseRows({ license }: ArchiveOrder): readonly (readonly [string, string])[] {
  return license === undefined ? [] : [['license', license]];
}

/** When passes come. */
export function whenWords({ timing }: ArchiveOrder): string {
  return timing === undefined ? 'no schedule' : timingWords(timing);
}

/** What holds when a pass can't start in time. */
export function policyWords({ timing }: ArchiveOrder): string {
  if (timing === undefined) return '-';
  const jitter = timing.jitterMs === 0 ? '' : `, up to ${durationWords(timing.jitterMs)} later`;
  return `overlap ${timing.overlap}, catch-up ${durationWords(timing.catchupMs)}${jitter}`;
}

/** The next pass: its time, or why there is none. @param state undefined where no server is up, null where it has no such schedule */
export function nextWords(state: FlowScheduleState | undefined | null): string {
  if (state === undefined) return 'none while nothing is up (doeflow dev)';
  if (state === null) return 'never: the schedule is missing';
  if (state.refused !== undefined) {
    return 'never: the schedule was made by an earlier version, or by somebody else, and no worker takes what it sends; delete the archive and create it again';
  }
  if (state.paused) return `paused${state.note === undefined ? '' : `: ${state.note}`}`;
  return state.nextTimes[0] ?? 'never';
}

/** A sentence for an archive whose last pass asked a person. */
export function approvalLines(name: string, last: PassLine | undefined): readonly string[] {
  const { awaitingApproval = 0 } = last ?? {};
  if (awaitingApproval === 0) return [];
  return [
    `${name}: deleting ${countOf(awaitingApproval, 'job')} waits for a person: doeflow archive approve ${name}`,
  ];
}

/** How many passes wait for the one that is under way. */
export function waitingWords(waiting: number): string {
  return `${waiting} that ${waiting === 1 ? 'is' : 'are'} made up for still ${waiting === 1 ? 'waits' : 'wait'}`;
}

/** A pass in a few words, such as `clean: 12 jobs archived, 3.2 MB, 0:07`. */
export function passWords(pass: PassLine | undefined): string {
  if (pass === undefined) return 'none yet';
  const { archived, deleted, failed, durationMs } = pass;
  const counts =
    archived === undefined
      ? []
      : [
          `${countOf(archived.jobs, 'job')} archived`,
          formatBytes(archived.bytes),
          ...(deleted === undefined || deleted.jobs === 0 ? [] : [`${deleted.jobs} deleted`]),
          ...(failed === undefined || failed === 0 ? [] : [`${failed} failed`]),
        ];
  const all = [...counts, ...(durationMs === undefined ? [] : [formatDuration(durationMs)])];
  const why = pass.failure === undefined ? '' : `: ${pass.failure}`;
  return `${pass.state}${all.length === 0 ? '' : `: ${all.join(', ')}`}${why}`;
}
