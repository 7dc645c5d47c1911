/** What a study asks before it sends what costs, where its cost has a limit, and what it is told. */
import type { StudyTarget } from './messages.ts';

/** For what something is to be set aside: a job, or without a number the cluster that the study wants. */
export interface ReserveCostInput extends StudyTarget {
  /** With which of the study's files the job is made; absent: those that it was started with. */
  readonly revision?: number;
  readonly jobNumber?: number;
  /** The number of a further job, for what is left of this one where it is cut; absent: it isn't cut. */
  readonly spare?: number;
  /** The platform has refused the cluster that the study's file wants: the job has hardware of its own, and is paid for by itself. */
  readonly ownHardware?: true;
  /** Jobs that are under way: what was set aside for others that were never sent is free again. */
  readonly inFlight: readonly number[];
}

/** Whether it may be sent. */
export interface CostAnswer {
  /** `fits`: it is set aside, for as much of the job as the limit allows. `later`: what is under way may take less than is set aside for it. `never`: not within the limit. `unknown`: nobody can tell. */
  readonly verdict: 'fits' | 'later' | 'never' | 'unknown';
  /** What it takes and what is committed, as a clause. */
  readonly why: string;
  /** Of a job that was cut: how many of its runs follow as job `spare`. */
  readonly left?: number;
  /** How many of those never began before. */
  readonly leftFirst?: number;
  /** What took more than was set aside for it, as sentences. */
  readonly overruns?: readonly string[];
}

/** Says that a limit was set, and nothing else: the store has it. */
export interface BudgetOrder {
  readonly look: 'again';
}

/** Activities about the limit of a study's cost. */
export interface BudgetActivities {
  reserveCost(input: ReserveCostInput): Promise<CostAnswer>;
}
