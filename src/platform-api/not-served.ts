/** Answer of a call that this platform doesn't offer: a value, since going without is expected. */
export interface NotServed {
  readonly notServed: true;
  /** What was asked for, such as `GET /api/v3/clusters/`. */
  readonly endpoint: string;
}

/** True for the answer of an endpoint that this platform doesn't offer. */
export function isNotServed(answer: unknown): answer is NotServed {
  return typeof answer === 'object' && answer !== null && 'notServed' in answer;
}
