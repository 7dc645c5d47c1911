import type { Engine } from '../engine/open-engine.ts';
import { lookAtStudy } from '../../look/look-at-study.ts';
import { describeMissingKey } from '../../look/missing-key.ts';
import { noWorkerCode } from '../../run/trouble.ts';
import { withCommands } from '../watch/trouble-words.ts';
import { findOpenExecution, findOpenUnread, type OpenUnread } from './open-study.ts';
import { readLoss } from './study-loss.ts';
import { readStoredStudy, type StoredStudy } from './stored-study.ts';
import type { StudyStatus } from './study-status.ts';
import { findWaitingOccurrence } from './waiting-occurrence.ts';

/** The status that a study's open workflow gives; by the store where it isn't open, unknown where no worker answers. */
export async function askStudy(engine: Engine, stored: StoredStudy): Promise<StudyStatus> {
  const open = await findOpenExecution(engine, stored);
  if (open === undefined) return statusWithout(engine, stored);
  const look = await lookAtStudy({ ...engine, handle: open.handle }, engine.now());
  if (look.closed) return statusWithout(engine, stored);
  const { studyId } = stored;
  const { embedded, settings } = engine;
  const troubles = look.troubles.map((one) =>
    withCommands(one, settings, { again: `doeflow watch ${studyId}`, embedded }),
  );
  const { progress } = look;
  // Whatever else it waits for: it is unknown because nobody answers.
  const first = troubles.find(({ code }) => code === noWorkerCode) ?? troubles[0];
  return {
    stored,
    progress,
    inside: look,
    trouble:
      progress !== undefined
        ? undefined
        : first === undefined
          ? 'starting'
          : `unknown; waiting for ${first.waitingFor}`,
    troubles,
  };
}

/** The status of a study without an open workflow; it may have ended since the store was read. */
async function statusWithout(engine: Engine, before: StoredStudy): Promise<StudyStatus> {
  const stored = (await readStoredStudy(engine.store, before.studyId)) ?? before;
  const { ended } = stored;
  if (ended !== undefined) return { stored, progress: ended, trouble: undefined, troubles: [] };
  const waiting = await findWaitingOccurrence(engine, stored);
  if (waiting !== undefined) {
    const trouble = `waits for ${waiting.waitsFor}, begins by itself`;
    return { stored, progress: undefined, trouble, waits: true, troubles: [] };
  }
  const unread = await findOpenUnread(engine, stored);
  if (unread !== undefined) return unreadStatus(engine, stored, unread);
  const loss = await readLoss(engine, stored);
  return { stored, progress: undefined, trouble: loss.how, loss, troubles: [] };
}

/** Not lost: somebody with another payload key works on a study of that name. */
async function unreadStatus(
  engine: Engine,
  stored: StoredStudy,
  { foreignKey }: OpenUnread,
): Promise<StudyStatus> {
  const missing =
    foreignKey === undefined ? undefined : await describeMissingKey(engine, foreignKey);
  const waitingFor = missing?.waitingFor ?? 'the payload key of the workers';
  const since = engine.now().toISOString();
  return {
    stored,
    progress: undefined,
    trouble: `unknown; waiting for ${waitingFor}`,
    troubles: [
      {
        ...{ waitingFor, since, attempts: 1, code: 'USAGE_UNSEALED' },
        lastError:
          missing === undefined
            ? 'Temporal has an open workflow of this name that was not started with the payload key of this command line'
            : `the open workflow of this name is sealed with ${missing.sealedWith}`,
        whatToDo:
          missing?.whatToDo ??
          'Give this command line the key that the workers have (DOEFLOW_PAYLOAD_KEY_FILE; doeflow doctor shows which it is); leave the workflow alone, as it may be this study',
      },
    ],
  };
}
