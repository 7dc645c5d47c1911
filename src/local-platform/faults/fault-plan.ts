/** Faults that the platform makes on request. Without a plan there are none. */
export interface FaultPlan {
  readonly active: boolean;
}

/** The plan of a platform that works as it should. */
export const noFaults: FaultPlan = { active: false };
