import { assertNever } from '../errors.ts';

/** Something in a destination that isn't as it was written. Paths are whole keys. */
export type ArchiveFault =
  | {
      readonly kind: 'changed';
      readonly path: string;
      readonly expected: string;
      readonly found: string;
    }
  | { readonly kind: 'missing'; readonly path: string; readonly expected: string }
  | { readonly kind: 'added'; readonly path: string; readonly found: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly found: string }
  /** A damaged version, whose place a whole one took: it can be removed. */
  | {
      readonly kind: 'replaced';
      readonly path: string;
      readonly by: string;
      readonly found: string;
    }
  | { readonly kind: 'unreadable'; readonly path: string; readonly found: string }
  /** What two documents of the archive say differs, or statistics differ from those recorded. */
  | {
      readonly kind: 'contradiction';
      readonly path: string;
      readonly expected: string;
      readonly found: string;
    };

/** A link, a pipe or the like, where an archive has files only. */
export function notAFile(path: string): ArchiveFault {
  return { kind: 'added', path, found: 'a link, a pipe or the like; it was not opened' };
}

/** What the store keeps for itself while a file is written, where nothing is written any more. */
export function leftOver(path: string): ArchiveFault {
  const found = 'what a writer that was killed may leave, or somebody else put there; remove it';
  return { kind: 'added', path, found };
}

/** One sentence for a person. */
export function describeFault(fault: ArchiveFault): string {
  const { path } = fault;
  switch (fault.kind) {
    case 'changed':
      return `${path}: changed: expected ${fault.expected}, found ${fault.found}`;
    case 'missing':
      return `${path}: missing: expected ${fault.expected}`;
    case 'added':
      return `${path}: added: it is no part of the archive: ${fault.found}`;
    case 'renamed':
      return `${path}: missing: renamed to ${fault.found}, which has its content`;
    case 'replaced':
      return `${path}: damaged, and replaced: ${fault.by} is whole and has the same job; remove ${path} (${fault.found})`;
    case 'unreadable':
      return `${path}: cannot be read: ${fault.found}`;
    case 'contradiction':
      return `${path}: expected ${fault.expected}, found ${fault.found}`;
    default:
      return assertNever(fault);
  }
}
