/** Where in shell text a variable is set, and where it is taken. */

/** A part of shell text within another. */
export class ShellScope {
  readonly kind: 'plain' | 'loop' | 'function';
  readonly parent: ShellScope | undefined;
  /** Whether a process of its own runs it, so that what it sets ends with it. Known only behind it where a `|` or `&` follows. */
  isApart = false;

  constructor(kind: ShellScope['kind'] = 'plain', parent?: ShellScope, isApart = false) {
    this.kind = kind;
    this.parent = parent;
    this.isApart = isApart;
  }

  /** This part and all around it, from the inside out. */
  *around(): Generator<ShellScope> {
    yield this;
    if (this.parent) yield* this.parent.around();
  }

  /** The innermost part around that runs as a process of its own; the whole text where there is none. */
  get process(): ShellScope {
    return this.isApart || !this.parent ? this : this.parent.process;
  }

  /** The innermost of a kind. */
  nearest(kind: ShellScope['kind']): ShellScope | undefined {
    for (const scope of this.around()) if (scope.kind === kind) return scope;
    return undefined;
  }

  /** Whether this part stands within another, or is it. */
  isWithin(other: ShellScope): boolean {
    for (const scope of this.around()) if (scope === other) return true;
    return false;
  }
}

/** A place in shell text. */
export interface ShellPlace {
  /** In characters of the text. */
  readonly at: number;
  readonly scope: ShellScope;
}
