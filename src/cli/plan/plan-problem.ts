/** One finding about a plan and the platform. */
export interface PlanProblem {
  /** `error`: the platform would refuse the job; `note`: something could not be found out. */
  readonly severity: 'error' | 'warning' | 'note';
  /** Path inside the study file. */
  readonly where: string;
  readonly message: string;
  readonly hint?: string;
}
