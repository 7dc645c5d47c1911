import { isReservedName } from '../../study-file/index.ts';

/** Names of variables made of names that others gave: identifiers, each its own. */
export class StudyNames {
  readonly #taken = new Set<string>();

  /** @returns `wanted` where a study can have it, else the nearest name that it can */
  take(wanted: string): string {
    const letters = wanted.replace(/[^A-Za-z0-9_]+/gu, '_').replace(/^(?=[0-9])/u, 'v_');
    const base = letters === '' ? 'value' : letters.slice(0, 50);
    const free = isReservedName(base) ? `${base}_value` : base;
    let name = free;
    for (let count = 2; this.#taken.has(name.toLowerCase()); count += 1) name = `${free}_${count}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
