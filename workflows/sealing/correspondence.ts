import { uuid4 } from '@temporalio/workflow';

/** What one execution knows of its messages. */
export class Correspondence {
  /** The request that started this execution; its result answers to it. */
  startRequest = '';
  /** How often the activity that is being scheduled was asked before. */
  asked = 0;
  readonly #taken = new Set<string>();
  #own = '';

  /** A name for a message that no other one of any execution has; the same in every replay, also of a reset execution. */
  request(kind: string, number: number): string {
    if (this.#own === '') this.#own = uuid4();
    return `${this.#own}/${kind}-${number}`;
  }

  /** A message is taken once: a copy of it is refused. */
  isTaken(request: string): boolean {
    return this.#taken.has(request);
  }

  take(request: string): void {
    this.#taken.add(request);
  }
}
