import { firstRevision } from '../../src/run/first-revision.ts';
import type { CostAnswer, ReserveCostInput } from '../../src/run/budget-contract.ts';
import {
  appendToLedger,
  layout,
  readCommitments,
  type JobCut,
  type NamedCommitment,
} from '../../src/store/index.ts';
import {
  addCommitments,
  judgeBudget,
  mostHoursOfCluster,
  mostHoursOfJob,
} from '../../src/study/budget.ts';
import { committedWords, withUnit } from '../../src/study/committed-words.ts';
import type { CorePrice } from '../../src/study/cost.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { costLimitOf } from './cost-limit-of.ts';
import { cutJob, completeCut } from './cut-job.ts';
import { settleClusters } from './settle-clusters.ts';

/**
 * Sets aside what a job, or the study's cluster, may cost until its walltime, where that and all that is committed stay within the limit. A job
 * that doesn't fit is cut, where its study can go on with what is left of it.
 */
export async function reserveCost(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, spare, inFlight, revision }: ReserveCostInput,
  run: ActivityRun,
): Promise<CostAnswer> {
  const held = await costLimitOf(dependencies, studyId, run);
  if (held.kind === 'none') return { verdict: 'fits', why: 'there is no limit' };
  if (held.kind === 'unknown') return { verdict: 'unknown', why: held.why };
  const { limit, price } = held;
  const folder = dependencies.store.study(studyId);
  const { study, plan } = await dependencies.studyCache.get(studyId, revision ?? firstRevision);
  const { living, made } = await settleClusters(dependencies, { studyId, price }, run);
  // It is committed already, whoever asks for it once more.
  if (jobNumber === undefined && living) return { verdict: 'fits', why: 'it is there' };
  const what = jobNumber === undefined ? 'its cluster' : `job ${jobNumber}`;
  let cut = jobNumber === undefined ? undefined : await completeCut(folder, jobNumber);
  const whole =
    jobNumber === undefined ? mostHoursOfCluster(study) : mostHoursOfJob(study, cut?.slots);
  if (whole === undefined) {
    return { verdict: 'unknown', why: `nothing bounds what ${what} may cost: it has no walltime` };
  }
  const asked = jobNumber === undefined ? 'a cluster that is asked for' : what;
  const commitments = await readCommitments(folder, study, { inFlight });
  const others = commitments.filter(({ name }) => name !== asked);
  const committed = addCommitments(others);
  const limitHours = limit.amount / price.amount;
  let mostHours = whole;
  let slotsTold = '';
  let verdict = judgeBudget(committed, mostHours, limitHours);
  if (verdict === 'never' && jobNumber !== undefined && spare !== undefined) {
    const room = limitHours - committed.spentHours - committed.reservedHours;
    cut = await cutJob(folder, { study, plan }, { jobNumber, spare, room });
    // Where not one slot fits now, one may once what goes on has taken less than is set aside for it.
    mostHours = mostHoursOfJob(study, cut?.slots ?? 1) ?? whole;
    slotsTold = cut === undefined ? ' in one slot' : '';
    verdict = judgeBudget(committed, mostHours, limitHours);
  }
  const cost = mostHours * price.amount;
  if (verdict === 'fits') {
    const at = dependencies.now().toISOString();
    const [object, key] =
      jobNumber === undefined
        ? [layout.clusterReservation(made + 1), `cluster ${made + 1}`]
        : [layout.reservation(jobNumber), what];
    const slots = cut === undefined ? {} : { slots: cut.slots };
    if (await folder.create(object, { mostHours, at, ...slots })) {
      const entry = { kind: 'reservation', what: 'reserve', reservation: 'reserved' } as const;
      await appendToLedger(folder, [{ ...entry, key, at, cost, currency: price.currency }]);
    }
  }
  const overruns = overrunsOf(others, price);
  return {
    ...{ verdict, ...leftOf(cut, spare) },
    why: `${what} may take up to ${withUnit(cost, price.currency)} until its walltime${slotsTold}, and ${committedWords(committed, limit, price)}`,
    ...(overruns.length === 0 ? {} : { overruns }),
  };
}

/** What is left of a job of which a further one is to follow; of one that was cut for another number that one has it. */
function leftOf(
  cut: JobCut | undefined,
  spare: number | undefined,
): Pick<CostAnswer, 'left' | 'leftFirst'> {
  if (cut === undefined || cut.rest.length === 0 || cut.spare !== spare) return {};
  const leftFirst = cut.rest.filter(({ attempt }) => attempt === 1).length;
  return { left: cut.rest.length, leftFirst };
}

/** Clocks differ, and a platform ends nothing at the very moment. */
const tolerance = 1.02;

function overrunsOf(
  commitments: readonly NamedCommitment[],
  { amount, currency }: CorePrice,
): readonly string[] {
  return commitments.flatMap(({ name, mostHours, takenHours = 0 }) =>
    takenHours <= mostHours * tolerance || mostHours === 0
      ? []
      : [
          `The platform held ${name} beyond its walltime: it took ${withUnit(takenHours * amount, currency)}, ${withUnit((takenHours - mostHours) * amount, currency)} more than was set aside`,
        ],
  );
}
