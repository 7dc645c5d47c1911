import { createHash } from 'node:crypto';

/** Checksums of a file's content, hexadecimal. */
export interface FileChecksums {
  readonly md5: string;
  readonly sha512: string;
}

/** Both checksums of a file, its content read once. */
export class Checksums {
  readonly #md5 = createHash('md5');
  readonly #sha512 = createHash('sha512');

  update(bytes: Buffer): this {
    this.#md5.update(bytes);
    this.#sha512.update(bytes);
    return this;
  }

  digest(): FileChecksums {
    return { md5: this.#md5.digest('hex'), sha512: this.#sha512.digest('hex') };
  }
}
