import { resumeStudyUpdate } from '../../../workflows/messages.ts';
import { UsageError } from '../../errors.ts';
import { openStore } from '../../store/index.ts';
import { openEngine } from '../engine/open-engine.ts';
import { readSettings } from '../engine/read-settings.ts';
import { findStudy } from '../studies/find-study.ts';
import { findOpenExecution } from '../studies/open-study.ts';
import type { DefineVerb } from '../define-verb.ts';

/** `doeflow resume`: lets a study go on that its guard had paused, with the failed runs it has. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', 'study id, start of one, or name')
    .action(async (reference: string) => {
      const store = await openStore(readSettings(context).storeDirectory);
      const stored = await findStudy(store, reference);
      const { studyId } = stored;
      const engine = await openEngine(context);
      try {
        const open = await findOpenExecution(engine, stored);
        if (open === undefined) {
          throw new UsageError('USAGE_STUDY_OVER', `Expected an open study, got ${studyId}`, {
            exitCode: 5,
            hint: `doeflow status ${studyId}`,
          });
        }
        await open.handle.executeUpdate(resumeStudyUpdate);
        context.output.show({
          json: { studyId, resumed: true },
          human: [
            { kind: 'text', lines: [`Study ${studyId} goes on.`] },
            { kind: 'next', commands: [`doeflow watch ${studyId}`] },
          ],
          quiet: studyId,
        });
      } finally {
        await engine.close();
      }
    });
};
