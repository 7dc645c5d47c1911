import type { Payload, PayloadCodec } from '@temporalio/common';
import type { Refused } from './envelope.ts';
import type { PayloadSeal } from './payload-seal.ts';

/** Whose payloads a codec seals: those of workflows, or those that a schedule hands to the workflows it starts. */
export type SealedFor = 'workflow' | 'schedule';

type Context = Parameters<PayloadCodec['encode']>[1];

/** The form of what is encrypted; the true one is inside. */
const encrypted = 'binary/encrypted';

/** What a schedule puts behind its id for the workflow that it starts. */
const scheduledTime = /^(.+)-\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/u;

/**
 * Seals every payload for its workflow, with the first of the keys, and leaves its content readable; or encrypts it. What comes in is
 * checked with all keys: one that doesn't fit becomes a {@link Refused} value. Decoding never throws, as a workflow whose payloads can't
 * be decoded would hang for ever.
 */
export class SealingCodec implements PayloadCodec {
  readonly #seals: readonly [PayloadSeal, ...PayloadSeal[]];
  readonly #encrypts: boolean;
  readonly #sealedFor: SealedFor;

  constructor(
    seals: readonly [PayloadSeal, ...PayloadSeal[]],
    options: { readonly encrypts?: boolean; readonly sealedFor?: SealedFor } = {},
  ) {
    this.#seals = seals;
    this.#encrypts = options.encrypts ?? false;
    this.#sealedFor = options.sealedFor ?? 'workflow';
  }

  encode(payloads: Payload[], context?: Context): Promise<Payload[]> {
    const place = placeOf(this.#sealedFor, context);
    return Promise.resolve(payloads.map((payload) => this.#encodeOne(payload, place)));
  }

  decode(payloads: Payload[], context?: Context): Promise<Payload[]> {
    return Promise.resolve(payloads.map((payload) => this.#decodeOne(payload, context)));
  }

  #encodeOne(payload: Payload, place: readonly string[]): Payload {
    const [seal] = this.#seals;
    const encoding = encodingOf(payload);
    const data = payload.data ?? new Uint8Array();
    const key = bytesOf(seal.fingerprint);
    if (!this.#encrypts) {
      const code = seal.seal({ place, encoding, data });
      return { metadata: { encoding: bytesOf(encoding), seal: code, key }, data };
    }
    const inside = Buffer.concat([bytesOf(`${encoding}\n`), data]);
    return {
      metadata: { encoding: bytesOf(encrypted), key },
      data: seal.encrypt({ place, encoding: encrypted, data: inside }),
    };
  }

  #decodeOne(payload: Payload, context: Context): Payload {
    try {
      const encoding = encodingOf(payload);
      const data = payload.data ?? new Uint8Array();
      const places = placesIn(this.#sealedFor, context);
      if (encoding === encrypted) return this.#decrypt(data, places) ?? this.#unfit(payload);
      const code = payload.metadata?.['seal'];
      if (code == null) return refusedPayload('it carries no seal');
      const fits = places.some((place) =>
        this.#seals.some((seal) => seal.verifies({ place, encoding, data }, code)),
      );
      // What the seal doesn't cover is left behind.
      return fits ? { metadata: { encoding: bytesOf(encoding) }, data } : this.#unfit(payload);
    } catch {
      return refusedPayload('it cannot be read');
    }
  }

  #decrypt(data: Uint8Array, places: readonly (readonly string[])[]): Payload | undefined {
    for (const place of places) {
      for (const seal of this.#seals) {
        const inside = seal.decrypt({ place, encoding: encrypted, data });
        const end = inside?.indexOf('\n') ?? -1;
        if (inside === undefined || end < 0) continue;
        return {
          metadata: { encoding: inside.subarray(0, end) },
          data: inside.subarray(end + 1),
        };
      }
    }
    return undefined;
  }

  /** What it says of its key only tells who may look again: it opens nothing. */
  #unfit({ metadata }: Payload): Payload {
    const key = Buffer.from(metadata?.['key'] ?? []).toString('latin1');
    const isForeign =
      /^[0-9a-f]{8}$/u.test(key) && !this.#seals.some((one) => one.fingerprint === key);
    return refusedPayload(
      'its seal is of another key or another workflow',
      isForeign ? { foreignKey: key } : {},
    );
  }
}

/** Where something that is sent now will be. */
function placeOf(sealedFor: SealedFor, context: Context): readonly string[] {
  return [sealedFor, context?.namespace ?? '', context?.workflowId ?? ''];
}

/** Where something that comes in may have been sealed for: a workflow that a schedule started has its input from there. */
function placesIn(sealedFor: SealedFor, context: Context): readonly (readonly string[])[] {
  const here = placeOf(sealedFor, context);
  const schedule = scheduledTime.exec(context?.workflowId ?? '')?.[1];
  if (sealedFor === 'schedule' || schedule === undefined) return [here];
  return [here, ['schedule', context?.namespace ?? '', schedule]];
}

function refusedPayload(refused: string, more: Omit<Refused, 'refused'> = {}): Payload {
  const value: Refused = { refused, ...more };
  return { metadata: { encoding: bytesOf('json/plain') }, data: bytesOf(JSON.stringify(value)) };
}

function encodingOf(payload: Payload): string {
  const bytes = payload.metadata?.['encoding'];
  return bytes == null ? '' : Buffer.from(bytes).toString('utf8');
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
