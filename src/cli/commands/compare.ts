import { readAttempts, type StudyReader } from '../../store/index.ts';
import { archiveOption, openStudies } from '../archive/open-studies.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { exitCodes } from '../exit-codes.ts';
import { parseAmount } from '../parse-arguments.ts';
import { compareStudies } from '../studies/compare-studies.ts';
import { describeComparison } from '../studies/describe-comparison.ts';
import { findStudy } from '../studies/find-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import type { DefineVerb } from '../define-verb.ts';

interface CompareOptions {
  readonly tolerance?: number;
  readonly absolute?: number;
  readonly archive?: string;
}

const help = `
Runs are matched by their inputs, whatever their numbers are. A value is within its tolerance where it differs by at most --tolerance times
the value of the first study, or at most --absolute. Without both, the section regression of the second study's file holds; without
that, values must be equal. Ends with code 0 where inputs, runs and responses are the same and all values within their
tolerances, and with 9 where they aren't.`;

/** `doeflow compare`: two studies, run by run and response by response. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', `the reference: ${startedStudyHelp}`)
    .argument('<other>', 'the study that is held against it')
    .option(
      '--tolerance <share>',
      'relative tolerance of every response, such as 1e-6',
      parseAmount,
    )
    .option('--absolute <amount>', 'absolute tolerance of every response', parseAmount)
    .option(
      archiveOption[0],
      `${archiveOption[1].replace('read a study', 'read the reference out')}`,
    )
    .addHelpText('after', help)
    .action(async (reference: string, otherReference: string, options: CompareOptions) => {
      const { tolerance: rel, absolute: abs, archive } = options;
      const store = await openStudies(context, undefined);
      const origin = archive === undefined ? store : await openStudies(context, archive);
      const first = await readSide(origin, reference, archive);
      const second = await readSide(store, otherReference);
      const tolerance =
        rel === undefined && abs === undefined
          ? undefined
          : { ...(rel === undefined ? {} : { rel }), ...(abs === undefined ? {} : { abs }) };
      const comparison = compareStudies(first, second, tolerance);
      context.output.show(describeComparison(first, second, comparison));
      context.end(comparison.equal ? exitCodes.done : exitCodes.moved);
    });
};

async function readSide(store: StudyReader, reference: string, archive?: string) {
  const stored = await findStudy(store, reference, archive);
  const planned = await planStoredStudy(store, stored);
  return { ...planned, attempts: await readAttempts(store.study(stored.studyId)) };
}
