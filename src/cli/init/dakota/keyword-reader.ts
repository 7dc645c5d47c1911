import type { DakotaKeyword } from './parse-dakota.ts';

/** Keywords of one group, of which each that is read is taken; what is left was not understood. */
export class KeywordReader {
  readonly #left: DakotaKeyword[];
  readonly #place: string;

  /** @param place for sentences, such as `method` */
  constructor(place: string, keywords: readonly DakotaKeyword[]) {
    this.#place = place;
    this.#left = [...keywords];
  }

  /** @returns the values behind the first of these words that is there; empty for a word alone; undefined where none is */
  take(...words: readonly string[]): readonly (string | number)[] | undefined {
    const index = this.#left.findIndex(({ word }) => words.includes(withoutPrefix(word)));
    return index < 0 ? undefined : this.#left.splice(index, 1)[0]?.values;
  }

  has(...words: readonly string[]): boolean {
    return this.take(...words) !== undefined;
  }

  numbers(...words: readonly string[]): readonly number[] | undefined {
    return this.take(...words)?.filter((value) => typeof value === 'number');
  }

  number(...words: readonly string[]): number | undefined {
    return this.numbers(...words)?.[0];
  }

  texts(...words: readonly string[]): readonly string[] | undefined {
    return this.take(...words)?.map(String);
  }

  text(...words: readonly string[]): string | undefined {
    return this.texts(...words)?.[0];
  }

  /** Sentences about all that was not taken. */
  leftovers(): readonly string[] {
    return this.#left.map(({ word, values, line }) => {
      const shown = values.slice(0, 6).join(' ');
      const all = `${word}${shown === '' ? '' : ` = ${shown}${values.length > 6 ? ' …' : ''}`}`;
      return `${this.#place}: ${all} (line ${line})`;
    });
  }
}

/** Earlier versions of Dakota wrote the kind of a variable before the words of its group. */
function withoutPrefix(word: string): string {
  return word.replace(
    /^(?:cdv|ddriv|ddsiv|ddsrv|nuv|lnuv|uuv|luuv|tuv|euv|bu?uv|buv|gauv|gauuv|guuv|gumv|fuv|fruv|wuv|hbuv|hpuv|csv)_(?=\w)/u,
    '',
  );
}
