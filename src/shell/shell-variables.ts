/** Which variables a shell text sets, and from where on they hold. */
import type { ShellPlace } from './shell-scope.ts';

/** One place that gives a variable a value. */
export interface VariableSet {
  readonly name: string;
  /** From where on it holds. */
  readonly place: ShellPlace;
  /** `command`: for one command only, as in `x=1 program`. `function`: until the function around it ends. */
  readonly lasts: 'process' | 'function' | 'command';
  /** What it is set to: the study's value of the same name, or anything else. */
  readonly value: 'study' | 'other';
}

/** Gathers what a text sets. Where it can't be sure, a variable counts as set. */
export class ShellVariables {
  /** Whether the text runs what may set any variable, such as `eval` or `source`. */
  mayBeSetElsewhere = false;
  readonly #sets = new Map<string, VariableSet[]>();

  add(set: VariableSet): void {
    const known = this.#sets.get(set.name);
    if (known) known.push(set);
    else this.#sets.set(set.name, [set]);
  }

  /** Whether the text sets no variable at all. */
  get isEmpty(): boolean {
    return this.#sets.size === 0;
  }

  /** Whether the text sets the variable anywhere, for more than one command. */
  has(name: string): boolean {
    return this.#setsOf(name).some(({ lasts }) => lasts !== 'command');
  }

  /** Whether a variable may have been set by the text where it is taken. */
  isSetAt(name: string, place: ShellPlace): boolean {
    return this.#setsOf(name).some((set) => holdsAt(set, place));
  }

  /** Whether a variable may hold something else than the study's value where it is taken. */
  differsAt(name: string, place: ShellPlace): boolean {
    return this.#setsOf(name).some((set) => set.value === 'other' && holdsAt(set, place));
  }

  #setsOf(name: string): readonly VariableSet[] {
    return this.#sets.get(name) ?? [];
  }
}

function holdsAt({ place: set, lasts }: VariableSet, taken: ShellPlace): boolean {
  const isInFunction = taken.scope.nearest('function') !== undefined;
  if (lasts === 'command') return isInFunction;
  const holder = (lasts === 'function' && set.scope.nearest('function')) || set.scope.process;
  if (!taken.scope.isWithin(holder)) return false;
  // A function is called anywhere behind it, and a loop comes back to what stands before.
  return isInFunction || set.at <= taken.at || shareLoop(set, taken);
}

function shareLoop(one: ShellPlace, other: ShellPlace): boolean {
  for (const scope of one.scope.around()) {
    if (scope.kind === 'loop' && other.scope.isWithin(scope)) return true;
  }
  return false;
}
