import { badRequest } from '../http/problem.ts';

type Path = readonly (string | number)[];

/** Collects mistakes by the place of their field, and gives them back in the nested shape in which the platform answers 400. */
export class FieldErrors {
  readonly #found: { readonly path: Path; readonly message: string }[] = [];

  add(path: Path, message: string): void {
    this.#found.push({ path, message });
  }

  /** @throws Problem 400 with the field map, when there is any mistake. */
  throwIfAny(): void {
    if (this.#found.length > 0) throw badRequest(this.#tree([], 0) as Record<string, unknown>);
  }

  #tree(prefix: Path, depth: number): unknown {
    const here = this.#found.filter(({ path }) => prefix.every((part, i) => path[i] === part));
    const keys = [...new Set(here.filter((e) => e.path.length > depth).map((e) => e.path[depth]))];
    if (keys.length === 0) return here.map(({ message }) => message);
    if (keys.every((key) => typeof key === 'number')) {
      return Array.from({ length: Math.max(...keys) + 1 }, (_, i) =>
        keys.includes(i) ? this.#tree([...prefix, i], depth + 1) : {},
      );
    }
    return Object.fromEntries(
      keys.map((key) => [String(key), this.#tree([...prefix, key ?? ''], depth + 1)]),
    );
  }
}

/** `document`: a body is what the document shows; `field`: or what clients in the field send. */
export type BodyForm = 'document' | 'field';

interface Presence {
  readonly required?: boolean;
}

/** Reads the fields of a JSON object one by one and notes each that isn't as it should be. */
export class BodyReader {
  readonly errors: FieldErrors;
  readonly path: Path;
  readonly form: BodyForm;
  readonly #value: Readonly<Record<string, unknown>>;

  constructor(value: unknown, form: BodyForm, errors = new FieldErrors(), path: Path = []) {
    this.errors = errors;
    this.path = path;
    this.form = form;
    if (isObject(value)) {
      this.#value = value;
      return;
    }
    this.#value = {};
    errors.add(
      path.length === 0 ? ['detail'] : path,
      `Invalid data. Expected a dictionary, but got ${nameOf(value)}.`,
    );
  }

  raw(key: string): unknown {
    return Object.hasOwn(this.#value, key) ? this.#value[key] : undefined;
  }

  has(key: string): boolean {
    return this.raw(key) !== undefined && this.raw(key) !== null;
  }

  fail(key: string, message: string): undefined {
    this.errors.add([...this.path, key], message);
    return undefined;
  }

  string(
    key: string,
    options: Presence & { blank?: boolean; longest?: number } = {},
  ): string | undefined {
    const value = this.#present(key, options);
    if (value === undefined) return undefined;
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') return this.fail(key, 'Not a valid string.');
    if (value.includes('\0')) return this.fail(key, 'Null characters are not allowed.');
    if (options.blank !== true && value.trim() === '') {
      return this.fail(key, 'This field may not be blank.');
    }
    const longest = options.longest ?? 100_000;
    if (value.length > longest) {
      return this.fail(key, `Ensure this field has no more than ${longest} characters.`);
    }
    return value;
  }

  integer(
    key: string,
    options: Presence & { least?: number; most?: number } = {},
  ): number | undefined {
    const given = this.#present(key, options);
    if (given === undefined) return undefined;
    const value = typeof given === 'string' && /^[+-]?\d+$/.test(given) ? Number(given) : given;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      return this.fail(key, 'A valid integer is required.');
    }
    if (value < (options.least ?? -Infinity)) {
      return this.fail(
        key,
        `Ensure this value is greater than or equal to ${options.least ?? ''}.`,
      );
    }
    if (value > (options.most ?? Infinity)) {
      return this.fail(key, `Ensure this value is less than or equal to ${options.most ?? ''}.`);
    }
    return value;
  }

  /** Beyond the document, the words `true` and `false` count too: published clients send them. */
  boolean(key: string, otherwise: boolean): boolean {
    const value = this.raw(key) ?? otherwise;
    if (typeof value === 'boolean') return value;
    if (this.form === 'field' && typeof value === 'string' && /^(true|false)$/i.test(value)) {
      return value.toLowerCase() === 'true';
    }
    this.fail(key, 'Must be a valid boolean.');
    return otherwise;
  }

  choice<T extends string>(
    key: string,
    choices: readonly T[],
    options: Presence = {},
  ): T | undefined {
    const value = this.#present(key, options);
    if (value === undefined) return undefined;
    const choice = choices.find((c) => c === value);
    return choice ?? this.fail(key, `"${String(value)}" is not a valid choice.`);
  }

  object(key: string, options: Presence = {}): BodyReader | undefined {
    const value = this.#present(key, options);
    return value === undefined
      ? undefined
      : new BodyReader(value, this.form, this.errors, [...this.path, key]);
  }

  /** The elements of a list of objects; empty when it is absent. */
  objects(key: string, options: Presence = {}): BodyReader[] {
    return this.list(key, options).map(
      (item, i) => new BodyReader(item, this.form, this.errors, [...this.path, key, i]),
    );
  }

  list(key: string, options: Presence = {}): readonly unknown[] {
    const value = this.#present(key, options);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.fail(key, `Expected a list of items but got type "${nameOf(value)}".`);
      return [];
    }
    if (value.length === 0 && options.required === true) {
      this.fail(key, 'This list may not be empty.');
    }
    return value as readonly unknown[];
  }

  /** A map from text to text; numbers and booleans are taken as their text. */
  stringMap(key: string): Record<string, string> {
    const value = this.#present(key, {});
    if (value === undefined) return {};
    const entries = isObject(value) ? Object.entries(value) : undefined;
    if (entries?.every(([, v]) => ['string', 'number', 'boolean'].includes(typeof v)) !== true) {
      this.fail(key, 'Expected a dictionary of strings.');
      return {};
    }
    return Object.fromEntries(entries.map(([name, v]) => [name, String(v)]));
  }

  #present(key: string, options: Presence): unknown {
    const value = this.raw(key);
    if (value !== undefined && value !== null) return value;
    if (options.required === true) {
      this.fail(key, value === null ? 'This field may not be null.' : 'This field is required.');
    }
    return undefined;
  }
}

/** A plain JSON object, not null and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value === 'object' ? 'dict' : typeof value;
}
