import { revisionOf } from '../../run/first-revision.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { readAttempts, type Store } from '../../store/index.ts';
import { hashOfFiles } from '../../study-file/index.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb } from '../define-verb.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadPlan } from '../load-plan.ts';
import { describeWhy } from '../studies/describe-why.ts';
import { findEqualFiles } from '../studies/find-equal-study.ts';
import { findStudy } from '../studies/find-study.ts';
import { hashFiles } from '../studies/look-at-folder.ts';
import { keyStoredStudy, keyStudyFile } from '../studies/keyed-study.ts';
import { listStudiesOfName } from '../studies/stored-study.ts';
import { parseReference } from '../studies/run-reference.ts';
import { whyRun, type AskedRun } from '../studies/why-run.ts';
import { allowOutsideOption, studyBounds, type BoundsOptions } from '../study-bounds.ts';

interface WhyOptions extends BoundsOptions {
  readonly with?: string;
}

/** `doeflow why`: what decides the result of a run, and in what it differs from a finished one. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument(
      '<run>',
      'STUDY/RUN, such as beam/17: of a started study, or of a study file or folder',
    )
    .option('--with <run>', 'compare with this run of a started study, instead of the nearest one')
    .addOption(allowOutsideOption())
    .action(async (reference: string, options: WhyOptions) => {
      const store = await openOwnStore(context);
      const { study, run } = requireRun(reference);
      const asked = existsSync(resolve(context.cwd, study))
        ? await ofFile(context, store, { path: study, run, options })
        : await ofStore(store, study, run);
      const other = options.with === undefined ? undefined : requireRun(options.with);
      const compared = other && (await ofStore(store, other.study, other.run));
      context.output.show(describeWhy(await whyRun(store, asked, compared)));
    });
};

/** A run of a study file, as a start would have it now; of one that was started or amended to what it is now, the run of the newest study. */
async function ofFile(
  context: CommandContext,
  store: Store,
  {
    path,
    run,
    options,
  }: { readonly path: string; readonly run: number; readonly options: WhyOptions },
): Promise<AskedRun> {
  const bounds = studyBounds(context, options);
  const planned = await loadPlan(path, { bounds, interrupt: context.interrupt });
  const asked = requirePlanned(path, { keyed: await keyStudyFile(context, planned), run });
  const { name } = planned.loaded.study;
  const [newest] = (await listStudiesOfName(store, name)).filter(
    ({ starting }) => starting !== 'new',
  );
  const { loaded } = planned;
  if (newest === undefined) return asked;
  const files = await hashFiles(loaded);
  const planHash = hashOfFiles(loaded.study, files.files);
  const { studyId, snapshot } = newest;
  const equal = await findEqualFiles(store, studyId, snapshot, { planHash, files });
  return equal === undefined ? asked : ofStore(store, studyId, run);
}

/** A run of a started study, with the files with which it ran. */
async function ofStore(store: Store, reference: string, run: number): Promise<Required<AskedRun>> {
  const stored = await findStudy(store, reference);
  const { studyId } = stored;
  const attempts = await readAttempts(store.study(studyId));
  const outcome = mergeOutcomes(attempts).get(run);
  const revision = outcome && revisionOf(outcome);
  return requirePlanned(studyId, {
    ...{ stored, run },
    keyed: await keyStoredStudy(store, stored, revision),
  });
}

function requirePlanned<Asked extends AskedRun>(name: string, asked: Asked): Asked {
  const { includesNominalRun, runCount } = asked.keyed.plan;
  const first = includesNominalRun ? 0 : 1;
  if (asked.run >= first && asked.run <= runCount) return asked;
  throw new UsageError(
    'USAGE_RUN',
    `There is no run ${asked.run} of ${name}: it has runs ${first} to ${runCount}`,
    { exitCode: exitCodes.notFound, hint: `For example: doeflow why ${name}/${first}` },
  );
}

function requireRun(reference: string): { readonly study: string; readonly run: number } {
  const { study, run } = parseReference(reference);
  if (run !== undefined) return { study, run };
  throw new UsageError('USAGE_ARGUMENTS', `Expected STUDY/RUN, got ${JSON.stringify(reference)}`, {
    exitCode: exitCodes.usage,
    hint: `For example: doeflow why ${reference}/1`,
  });
}
