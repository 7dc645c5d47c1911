import { UnexpectedShapeError, type FailedCall } from './errors.ts';

/** A list with more pages of a hundred rows has no end that anybody means. */
const mostPages = 10_000;
/** Of all pages of a list together. */
const mostBytes = 1024 * 1024 * 1024;
/** Pages in a row that bring nothing new: rows that come in front while a list is read fill one or two. */
const mostFruitless = 4;

/** How far a list that announces a further page may go on: a platform that is broken or hostile announces one for ever. */
export class ListBounds {
  readonly #call: FailedCall;
  #pages = 0;
  #bytes = 0;
  #fruitless = 0;

  constructor(call: FailedCall) {
    this.#call = call;
  }

  /**
   * Counts a page that isn't the last.
   * @param page.added rows that no earlier page had
   * @throws UnexpectedShapeError where the list has no end that can be waited for
   */
  take({ bytes, added }: { readonly bytes: number; readonly added: number }): void {
    this.#pages += 1;
    this.#bytes += bytes;
    this.#fruitless = added === 0 ? this.#fruitless + 1 : 0;
    if (this.#fruitless >= mostFruitless) {
      throw this.#endless(
        `${mostFruitless} pages in a row that announce a further one and hold no new row`,
      );
    }
    if (this.#pages >= mostPages) throw this.#endless(`one with more than ${mostPages} pages`);
    if (this.#bytes > mostBytes) throw this.#endless('one of more than a gigabyte');
  }

  #endless(got: string): UnexpectedShapeError {
    return new UnexpectedShapeError(`Expected a list that ends, got ${got}`, 'next', false, {
      ...this.#call,
      hint: 'Ask for less, such as a search of its own, or tell the platform’s support',
    });
  }
}
