import type { PauseAnswer, PauseOrder } from '../../src/run/pause-messages.ts';
import type { StudyContext } from './study-context.ts';

/** Starts nothing more until a person lets the study go on. Asked again, it may stop what a gentler pause let execute. */
export function pauseOnRequest(
  { ledger, input: { studyId } }: StudyContext,
  { now }: PauseOrder,
): PauseAnswer {
  const jobs = ledger.jobs.inFlightCount;
  // Asked again, nothing is new: the first time and who did it stay told.
  const isHeld = jobs > 0 && ledger.guards.heldInFlight.length === jobs;
  if (ledger.state.state === 'Paused' && (!now || isHeld)) return { jobs, stopped: isHeld };
  if (now) ledger.guards.hold();
  ledger.turn('paused by its owner', 'owner');
  const rest = now
    ? 'what executes is stopped, and goes on with the study'
    : 'what executes runs to its end';
  ledger.note(
    `Paused by its owner at ${new Date().toISOString()}. Nothing more is started; ${rest}. To go on: doeflow resume ${studyId}`,
  );
  return { jobs, stopped: now };
}
