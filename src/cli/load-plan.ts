/** Reads and plans a study on this machine; nothing of the platform or Temporal is needed. */
import { isPlanFile, planLoadedStudy, readPlanFile, readStudy } from '../study-file/index.ts';
import type { KeptPlan, LoadedStudy, StudyBounds } from '../study-file/index.ts';
import type { Plan } from '../study/plan.ts';
import type { Interrupt } from './interrupt.ts';

/** From so many rows on, planning is felt. */
const slowRuns = 1_000_000;

export interface LoadedPlan {
  readonly loaded: LoadedStudy;
  readonly plan: Plan;
  /** Where it is from a plan file: what must be executed. */
  readonly kept?: KeptPlan;
}

/**
 * The study at `path` (a file, or a folder with `study.yaml`) and its plan; or what a plan file holds, which is exactly what was planned.
 * @param options.bounds what the study may read beside its own folder
 * @param options.rules of the design, for a study that was started
 * @param options.interrupt left to the system while the design is made
 * @param options.announce told before a design is made that takes its time
 * @throws StudyError with every finding, each at its place; UsageError where a plan file, or a file that it names, was changed
 */
export async function loadPlan(
  path: string,
  {
    bounds,
    rules,
    announce,
    interrupt,
  }: {
    readonly bounds?: StudyBounds;
    readonly rules?: number;
    readonly announce?: (text: string) => void;
    readonly interrupt?: Interrupt;
  } = {},
): Promise<LoadedPlan> {
  if (isPlanFile(path)) {
    const kept = await readPlanFile(path, bounds);
    return { loaded: kept.loaded, plan: kept.plan, kept };
  }
  const loaded = await readStudy(path, bounds, rules);
  const { runs = 0 } = loaded.study.design;
  if (runs >= slowRuns)
    announce?.(`Planning ${runs.toLocaleString('en-US')} runs, which may take minutes …`);
  const makePlan = (): Promise<Plan> => Promise.resolve(planLoadedStudy(loaded));
  return { loaded, plan: await (interrupt?.unheard(makePlan) ?? makePlan()) };
}
