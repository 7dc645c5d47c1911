import { join } from 'node:path';
import { StorageError } from '../errors.ts';

/** Thrown where something below a destination's root is a symbolic link: what it leads to isn't in the destination, and may go without it. */
export class LinkedObjectError extends StorageError {
  /** The link, relative to the root. */
  readonly key: string;

  constructor(root: string, key: string) {
    super('STORAGE_LINK', `${join(root, key)} is a symbolic link, which isn't followed`, {
      hint: 'put what it leads to in its place; the destination itself may be a link',
    });
    this.name = 'LinkedObjectError';
    this.key = key;
  }
}
