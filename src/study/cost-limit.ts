/** The most that a study may commit: what it has spent and what is set aside. */
export interface CostLimit {
  readonly amount: number;
  /** ISO 4217 code; absent: that of the platform's prices. */
  readonly currency?: string;
}
