import { UsageError } from '../../errors.ts';
import type { Engine } from '../engine/open-engine.ts';
import { findOpenStudy } from './open-study.ts';
import { keepWhatWasPaid, readLoss } from './study-loss.ts';
import type { StoredStudy } from './stored-study.ts';
import { findWaitingOccurrence } from './waiting-occurrence.ts';

/** The error for an unfinished study without an open workflow: it waits to begin, was terminated, or started on another server. @throws UsageError USAGE_UNSEALED */
export async function studyGone(
  engine: Engine | undefined,
  stored: StoredStudy,
): Promise<UsageError> {
  const { studyId, starting } = stored;
  const waiting = engine && (await findWaitingOccurrence(engine, stored));
  if (waiting !== undefined) {
    return new UsageError(
      'USAGE_STUDY_WAITS',
      `Study ${studyId} has not begun: it waits for ${waiting.waitsFor}, and begins by itself`,
      { exitCode: 5, hint: `Withdraw it: doeflow stop ${studyId}` },
    );
  }
  // It isn't gone where somebody with another payload key works on it: this tells so.
  if (engine !== undefined) await findOpenStudy(engine, stored.snapshot.studyName);
  const loss = engine && (await readLoss(engine, stored));
  if (starting === 'new' && (loss === undefined || loss.status === 'Lost')) {
    return new UsageError(
      'USAGE_STUDY_NEVER_STARTED',
      `Study ${studyId} never began: the command that was to start it ended before. Nothing was submitted`,
      { exitCode: 6, hint: 'Start it: doeflow run STUDY-FILE' },
    );
  }
  const server =
    loss === undefined || loss.status === 'Lost'
      ? 'Check that doeflow config shows the Temporal server it was started on. '
      : '';
  return new UsageError(
    'USAGE_STUDY_GONE',
    `Study ${studyId} ${loss === undefined ? 'is unfinished, but no engine is running' : `${loss.how}, so it can’t go on`}`,
    { exitCode: 6, hint: `${server}${keepWhatWasPaid(studyId, loss?.jobsLeft)}` },
  );
}
