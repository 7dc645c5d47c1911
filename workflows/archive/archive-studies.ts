import { passOver } from './end-pass.ts';
import { inWindow } from './in-window.ts';
import type { PassContext } from './pass-context.ts';
import { isPast } from './pass-phases.ts';

/** Studies whose crates are written side by side. */
const width = 2;

/** Writes the crate of each study whose jobs are in the pass. One that can't be written is noted; the others go on. */
export async function archiveStudies(context: PassContext): Promise<void> {
  const { ledger, proxies, pass } = context;
  if (isPast(ledger, 'studies') || context.mustContinueAsNew()) return;
  ledger.enter('studies');
  const studies = ledger.progress.selection?.studies ?? [];
  await inWindow(context, { last: studies.length, width }, async (number) => {
    const studyId = studies[number - 1] ?? '';
    try {
      const { failed } = await proxies.transfer.archiveStudy({ ...pass, studyId });
      if (failed > 0) ledger.lost('archived', `Study ${studyId} is not whole in the archive.`);
    } catch (error) {
      ledger.lost('archived', `Study ${studyId} could not be archived: ${passOver(error)}.`);
    }
  });
}
