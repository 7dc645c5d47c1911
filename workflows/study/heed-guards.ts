/** What a study does when a guard acts. */
import type { StudyContext } from './study-context.ts';

/** Holds a study whose runs fail one after the other: what it hasn't run yet would likely fail too, and be paid for. */
export function heedGuards({ ledger, input: { studyId, unattended } }: StudyContext): void {
  const { plan, state } = ledger.state;
  if (plan === undefined || ledger.stopping) return;
  if (state !== 'Running' && state !== 'Paused') return;
  const mayTry = ledger.state.requests.length > 0 || ledger.counts.retryable > 0;
  const trip = ledger.guards.tripOf(plan, ledger.planned.left, mayTry);
  if (trip === undefined) return;
  const { guard, why } = trip;
  const isCanary = guard === 'canary';
  const told = plan.guards?.onTrip ?? (unattended === true ? 'abort' : 'pause');
  // A canary was asked for: where nothing of it is done, the rest isn't started.
  const action = isCanary && told === 'finish' ? 'pause' : told;
  if (isCanary) ledger.guards.canaryTold();
  const toLook = `Why they failed: doeflow logs ${studyId}`;
  const ways = isCanary
    ? { on: 'all other runs, without a canary', again: "the canary's runs first" }
    : { on: 'what has not run', again: 'the failed runs too' };
  switch (action) {
    case 'pause':
      ledger.guards.hold();
      ledger.turn(`paused by the guard ${guard}: ${why}`, guard);
      return ledger.note(
        `Paused by the guard ${guard}: ${why}. Nothing more is started; what executes is stopped. ${toLook}. To go on with ${ways.on}: doeflow resume ${studyId}; with ${ways.again}: doeflow retry ${studyId} --failed; with files that you mended: doeflow retry ${studyId} --failed --with-changes`,
      );
    case 'abort':
      ledger.guards.failuresSeen();
      ledger.abort();
      return ledger.note(`Stopped by the guard ${guard}: ${why}. ${toLook}`);
    case 'finish':
      ledger.guards.failuresSeen();
      return ledger.note(
        `The guard ${guard} saw that ${why}; the study goes on, as onLimit is finish. ${toLook}`,
      );
  }
}
