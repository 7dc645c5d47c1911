import { firstRevision } from '../../src/run/first-revision.ts';
import type { CostAnswer, ReserveCostInput } from '../../src/run/budget-contract.ts';
import {
  layout,
  readCommitments,
  type JobCut,
  type NamedCommitment,
} from '../../src/store/index.ts';
import {
  addCommitments,
  judgeBudget,
  mostHoursByItself,
  mostHoursOfCluster,
  mostHoursOfJob,
} from '../../src/study/budget.ts';
import { committedWords, withUnit } from '../../src/study/committed-words.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { bookReservation } from './book-reservation.ts';
import { costLimitOf } from './cost-limit-of.ts';
import { cutJob, completeCut } from './cut-job.ts';
import { releaseClusters } from './release-clusters.ts';
import { setAside } from './set-aside.ts';
import { settleClusters } from './settle-clusters.ts';

/**
 * Sets aside what a job, or the study's cluster, may cost until its walltime, where that and all that is committed stay within the limit. A job
 * that doesn't fit is cut, where its study can go on with what is left of it.
 */
export async function reserveCost(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, spare, inFlight, revision, ownHardware }: ReserveCostInput,
  run: ActivityRun,
): Promise<CostAnswer> {
  const folder = dependencies.store.study(studyId);
  // One that was prepared already stays as it was made.
  const spec = jobNumber === undefined ? undefined : await folder.find(layout.jobSpec(jobNumber));
  const asked = (spec === undefined ? revision : spec.revision) ?? firstRevision;
  const { study, plan } = await dependencies.studyCache.get(studyId, asked);
  const held = await costLimitOf(dependencies, { studyId, study }, run);
  if (held.kind === 'none') return { verdict: 'fits', why: 'there is no limit' };
  if (held.kind === 'unknown') return { verdict: 'unknown', why: held.why };
  const { limit, price } = held;
  const { living, made } = await settleClusters(
    dependencies,
    { studyId, price, revision: asked },
    run,
  );
  if (ownHardware === true) await releaseClusters(dependencies, { studyId, price });
  // It is committed already, whoever asks for it once more.
  if (jobNumber === undefined && living) return { verdict: 'fits', why: 'it is there' };
  const what = jobNumber === undefined ? 'its cluster' : `job ${jobNumber}`;
  let cut = jobNumber === undefined ? undefined : await completeCut(folder, jobNumber);
  // It may have been cut before it was amended to fewer.
  const slotsOf = (one: JobCut | undefined): number | undefined =>
    one && Math.min(one.slots, study.job.hardware.slots);
  const ofJob = ownHardware === true ? mostHoursByItself : mostHoursOfJob;
  const whole = jobNumber === undefined ? mostHoursOfCluster(study) : ofJob(study, slotsOf(cut));
  if (whole === undefined) {
    const unbound = ownHardware === true ? noWalltimeOfItsOwn(studyId) : 'it has no walltime';
    return { verdict: 'unknown', why: `nothing bounds what ${what} may cost: ${unbound}` };
  }
  const itself = jobNumber === undefined ? 'a cluster that is asked for' : what;
  const commitments = await readCommitments(folder, study, { inFlight });
  const others = commitments.filter(({ name }) => name !== itself);
  const committed = addCommitments(others);
  if (committed === undefined) {
    return { verdict: 'unknown', why: 'nobody tells what the jobs before it cost' };
  }
  let mostHours = whole;
  let slotsTold = '';
  const judge = (): CostAnswer['verdict'] =>
    judgeBudget(committed, mostHours * price.amount, limit.amount);
  let verdict = judge();
  if (verdict === 'never' && jobNumber !== undefined && spare !== undefined) {
    const room = (limit.amount - committed.spent - committed.reserved) / price.amount;
    cut = await cutJob(folder, { study, plan }, { jobNumber, spare, room });
    // Where not one slot fits now, one may once what goes on has taken less than is set aside for it.
    mostHours = ofJob(study, slotsOf(cut) ?? 1) ?? whole;
    slotsTold = cut === undefined ? ' in one slot' : '';
    verdict = judge();
  }
  const cost = mostHours * price.amount;
  if (verdict === 'fits') {
    const at = dependencies.now().toISOString();
    const [object, key] =
      jobNumber === undefined
        ? [layout.clusterReservation(made + 1), `cluster ${made + 1}`]
        : [layout.reservation(jobNumber), what];
    const slots = cut === undefined ? {} : { slots: slotsOf(cut) ?? 1 };
    const reservation = { mostHours, at, ...slots, revision: asked };
    const isNew = await setAside(folder, object, reservation, spec !== undefined);
    await bookReservation(folder, object, { key, asked: reservation, isNew, price });
  }
  const overruns = overrunsOf(others, price.currency);
  return {
    ...{ verdict, ...leftOf(cut, spare) },
    why: `${what} may take up to ${withUnit(cost, price.currency)} until its walltime${slotsTold}, and ${committedWords(committed, limit, price.currency)}`,
    ...(overruns.length === 0 ? {} : { overruns }),
  };
}

function noWalltimeOfItsOwn(studyId: string): string {
  return `the study has no cluster, so the job has hardware of its own, and job.hardware has no walltime; doeflow budget ${studyId} --none takes the limit away`;
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
  currency: string | null,
): readonly string[] {
  return commitments.flatMap(({ name, mostHours, takenHours = 0, price = 0 }) =>
    takenHours <= mostHours * tolerance || mostHours === 0
      ? []
      : [
          `The platform held ${name} beyond its walltime: it took ${withUnit(takenHours * price, currency)}, ${withUnit((takenHours - mostHours) * price, currency)} more than was set aside`,
        ],
  );
}
