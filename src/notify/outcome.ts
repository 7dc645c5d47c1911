/** How one try of telling somebody went. */
export interface TellingOutcome {
  readonly ok: boolean;
  /** A sentence; an address without its path, which may be a secret. */
  readonly note: string;
  /** What was answered, as the end of a sentence. */
  readonly answer: string;
  /** A further try may end in another way. */
  readonly mayHelp: boolean;
}

/** What is sent: text of JSON, and the id by which who gets it knows a repeat. */
export interface Letter {
  readonly id: string;
  readonly body: string;
}
