import type { DakotaKeyword } from './parse-dakota.ts';

/** Keywords of one group, of which each that is read is taken; what is left was not understood. */
export class KeywordReader {
  readonly #left: DakotaKeyword[];
  readonly #place: string;
  readonly #notes: string[] = [];

  /** @param place for sentences, such as `method` */
  constructor(place: string, keywords: readonly DakotaKeyword[]) {
    this.#place = place;
    this.#left = [...keywords];
  }

  /** @returns the values behind the first of these words that is there; empty for a word alone; undefined where none is */
  take(...words: readonly string[]): readonly (string | number)[] | undefined {
    return this.#keyword(words)?.values;
  }

  has(...words: readonly string[]): boolean {
    return this.take(...words) !== undefined;
  }

  /**
   * The numbers behind a word that has as many; a sentence is kept where it has more or fewer.
   * @param what they are for, such as `one for each variable`
   */
  numbersFor(count: number, what: string, ...words: readonly string[]): readonly number[] {
    const keyword = this.#keyword(words);
    const numbers = keyword?.values.filter((value) => typeof value === 'number') ?? [];
    this.#expect(keyword, numbers.length, count, `${count}, ${what}`);
    return numbers;
  }

  /** The texts behind a word that has one for each variable; a sentence is kept where it has more or fewer. */
  textsFor(count: number, ...words: readonly string[]): readonly string[] {
    const keyword = this.#keyword(words);
    this.#expect(keyword, keyword?.values.length ?? 0, count, `${count}, one for each variable`);
    return keyword?.values.map(String) ?? [];
  }

  /** The values behind a word, cut into one list for each variable: by the counts that the file gives, else evenly. */
  partsFor(
    count: number,
    sizes: readonly number[] | undefined,
    ...words: readonly string[]
  ): readonly (readonly (string | number)[])[] {
    const keyword = this.#keyword(words);
    const values = keyword?.values ?? [];
    const even = Math.floor(values.length / count) * count;
    const expected = sizes?.reduce((sum, size) => sum + size, 0) ?? even;
    const parts = sizes?.join(' + ') ?? `${even}, as many for each of ${count} variables`;
    this.#expect(keyword, values.length, expected, parts);
    return cut(values, sizes, count);
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

  /** Keeps a sentence about what can't be carried over. */
  note(sentence: string): void {
    this.#notes.push(`${this.#place}: ${sentence}`);
  }

  /** The sentences that were kept, and one about each keyword that was not taken. */
  leftovers(): readonly string[] {
    const left = this.#left.map(({ word, values, line }) => {
      const shown = values.slice(0, 6).join(' ');
      const all = `${word}${shown === '' ? '' : ` = ${shown}${values.length > 6 ? ' …' : ''}`}`;
      return `${this.#place}: ${all} (line ${line})`;
    });
    return [...this.#notes, ...left];
  }

  #keyword(words: readonly string[]): DakotaKeyword | undefined {
    const index = this.#left.findIndex(({ word }) => words.includes(withoutPrefix(word)));
    return index < 0 ? undefined : this.#left.splice(index, 1)[0];
  }

  #expect(keyword: DakotaKeyword | undefined, got: number, wanted: number, expected: string): void {
    if (keyword === undefined || got === wanted) return;
    const { word, line } = keyword;
    this.note(
      `${word} has ${got} ${got === 1 ? 'value' : 'values'}, not ${expected} (line ${line})`,
    );
  }
}

/** Cuts one list into one for each variable, by the counts that the file gives, else evenly. */
export function cut<T>(all: readonly T[], counts: readonly number[] | undefined, count: number) {
  const even = Math.floor(all.length / count);
  let start = 0;
  return Array.from({ length: count }, (_, index): readonly T[] => {
    const end = start + (counts?.[index] ?? even);
    const part = all.slice(start, end);
    start = end;
    return part;
  });
}

/** Earlier versions of Dakota wrote the kind of a variable before the words of its group. */
function withoutPrefix(word: string): string {
  return word.replace(
    /^(?:cdv|ddriv|ddsiv|ddssv|ddsrv|nuv|lnuv|uuv|luuv|tuv|euv|bu?uv|buv|gauv|gauuv|guuv|gumv|fuv|fruv|wuv|hbuv|hpuv|csv)_(?=\w)/u,
    '',
  );
}
