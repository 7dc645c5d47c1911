/** Which runs are chosen: what every filter and every brush lets pass. */
type Listener = (source: string) => void;

/** A filter each for the table and for each figure; whoever draws runs listens. */
export interface ChosenRuns {
  /** @param places undefined: the source lets all pass @param words what was asked for, such as `u > 1` */
  choose(source: string, places: ReadonlySet<number> | undefined, words: string): void;
  /** Places that all sources let pass; undefined: all. @param without the source that asks for what the others say */
  chosen(without?: string): ReadonlySet<number> | undefined;
  /** What all sources ask for, in words; undefined: nothing. */
  words(): string | undefined;
  clear(): void;
  listen(listener: Listener): void;
}

/** Nothing is filtered at first. */
export function createChosenRuns(): ChosenRuns {
  const filters = new Map<string, ReadonlySet<number>>();
  const asked = new Map<string, string>();
  const listeners: Listener[] = [];
  const tell = (source: string): void => listeners.forEach((listener) => listener(source));
  return {
    choose(source, places, words) {
      const isSaid = places === undefined || asked.get(source) === words;
      if (isSaid && areEqual(filters.get(source), places)) return;
      if (places === undefined) filters.delete(source);
      else filters.set(source, places);
      asked.set(source, words);
      tell(source);
    },
    chosen(without) {
      const sets = [...filters].flatMap(([source, set]) => (source === without ? [] : [set]));
      const [first, ...others] = sets;
      if (first === undefined) return undefined;
      return new Set([...first].filter((place) => others.every((set) => set.has(place))));
    },
    words() {
      if (filters.size === 0) return undefined;
      return Array.from(filters.keys(), (source) => asked.get(source) ?? '').join('; ');
    },
    clear() {
      filters.clear();
      tell('');
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}

function areEqual(a: ReadonlySet<number> | undefined, b: ReadonlySet<number> | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.size === b.size && [...a].every((place) => b.has(place));
}
