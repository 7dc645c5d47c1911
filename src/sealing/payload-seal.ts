/** Seals bytes for one place, and encrypts them for it: what only holders of the key can make, and what serves at no other place. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** What is sealed: of which form, where, and the bytes. */
export interface Sealable {
  /** Such as a namespace and a workflow; a seal of one place doesn't fit another. */
  readonly place: readonly string[];
  readonly encoding: string;
  readonly data: Uint8Array;
}

/** Part of every seal: of another version, none fits. */
const version = 'doeflow payload 1';

const nonceBytes = 12;
const tagBytes = 16;

/** One key, and what is made with it. */
export class PayloadSeal {
  /** Eight hexadecimal digits that tell keys apart and nothing of them. */
  readonly fingerprint: string;
  readonly #sealKey: Buffer;
  readonly #cipherKey: Buffer;

  /** @param key 32 bytes or more that are kept secret */
  constructor(key: Uint8Array) {
    this.#sealKey = derive(key, 'seal', 32);
    this.#cipherKey = derive(key, 'cipher', 32);
    this.fingerprint = derive(key, 'fingerprint', 4).toString('hex');
  }

  /** The authenticating code, 32 bytes. */
  seal({ place, encoding, data }: Sealable): Buffer {
    const code = createHmac('sha256', this.#sealKey);
    code.update(lengthPrefixed([version, ...place, encoding]));
    return code.update(data).digest();
  }

  /** In a time that tells nothing of the seal that would fit. */
  verifies(sealed: Sealable, seal: Uint8Array): boolean {
    const expected = this.seal(sealed);
    return seal.length === expected.length && timingSafeEqual(expected, seal);
  }

  encrypt({ place, encoding, data }: Sealable): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#cipherKey, nonce);
    cipher.setAAD(lengthPrefixed([version, ...place, encoding]));
    const text = Buffer.concat([cipher.update(data), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  /** Undefined for what wasn't encrypted with this key for this place. */
  decrypt({ place, encoding, data }: Sealable): Buffer | undefined {
    if (data.length < nonceBytes + tagBytes) return undefined;
    const begin = nonceBytes + tagBytes;
    const cipher = createDecipheriv('aes-256-gcm', this.#cipherKey, data.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    cipher.setAAD(lengthPrefixed([version, ...place, encoding]));
    cipher.setAuthTag(data.subarray(nonceBytes, begin));
    try {
      return Buffer.concat([cipher.update(data.subarray(begin)), cipher.final()]);
    } catch {
      return undefined;
    }
  }
}

function derive(key: Uint8Array, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `${version} ${use}`, bytes));
}

/** Lengths before the texts: no two lists of texts give the same bytes. */
function lengthPrefixed(texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
