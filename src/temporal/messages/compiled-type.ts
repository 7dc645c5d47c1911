import type Protobuf from 'protobufjs';
import type { Codecs, MessageTable } from './message-tables.ts';

/** What a message asks of the root that it belongs to. */
export interface TypeHome {
  readonly protobuf: typeof Protobuf;
  /** The message's type of that whole name, without a leading dot. */
  find(name: string): unknown;
  /** The same out of the whole package. */
  findInPackage(name: string): object;
}

type MessageConstructor = new (properties?: object) => object;

/**
 * What a type can do beside is asked of the same type in the whole package, which is loaded for it. It stands behind each type in the chain of
 * prototypes, where only what nobody before it knows arrives.
 */
const inPackage: object = new Proxy(Object.create(null) as object, {
  get(_, key, asked: unknown): unknown {
    // A promise asks each value for `then`.
    if (!(asked instanceof CompiledType) || typeof key === 'symbol' || key === 'then') return;
    const type = asked.inPackage();
    const value: unknown = Reflect.get(type, key);
    return typeof value === 'function' ? (value.bind(type) as unknown) : value;
  },
});

/** A type of messages as protobufjs has it, with functions that the build has written down, and that are made when they are first called. */
export class CompiledType {
  static readonly className = 'Type';
  readonly name: string;
  readonly fullName: string;
  readonly #home: TypeHome;
  readonly #table: MessageTable;
  #class: MessageConstructor | undefined;
  #codecs: Codecs | undefined;

  constructor(wholeName: string, table: MessageTable, home: TypeHome) {
    this.fullName = `.${wholeName}`;
    this.name = wholeName.slice(wholeName.lastIndexOf('.') + 1);
    this.#home = home;
    this.#table = table;
  }

  /** The class of the messages. */
  get ctor(): MessageConstructor {
    return (this.#class ??= this.#makeConstructor());
  }

  get parent(): unknown {
    return Reflect.get(this.inPackage(), 'parent');
  }

  inPackage(): object {
    return this.#home.findInPackage(this.fullName.slice(1));
  }

  create(properties?: object): object {
    return new this.ctor(properties);
  }

  encode(...given: readonly unknown[]): unknown {
    return this.#made().encode(...given);
  }

  decode(...given: readonly unknown[]): unknown {
    return this.#made().decode(...given);
  }

  encodeDelimited(message: unknown, writer?: Protobuf.Writer): Protobuf.Writer {
    const start = (writer ?? this.#home.protobuf.Writer.create()).fork();
    return (this.encode(message, start) as Protobuf.Writer).ldelim();
  }

  decodeDelimited(given: Protobuf.Reader | Uint8Array): unknown {
    const { Reader } = this.#home.protobuf;
    const reader = given instanceof Reader ? given : Reader.create(given);
    return this.decode(reader, (reader as unknown as { size(): number }).size());
  }

  fromObject(...given: readonly unknown[]): unknown {
    const own = this.#made().fromObject;
    if (own !== undefined) return own(...given);
    return (Reflect.get(this.inPackage(), 'fromObject') as Codecs['encode']).apply(
      this.inPackage(),
      [...given],
    );
  }

  /** Without the step over this class, once they are made. */
  #made(): Codecs {
    if (this.#codecs !== undefined) return this.#codecs;
    const { protobuf, find } = this.#home;
    const { Reader, Writer, util } = protobuf;
    const types = this.#table.types.map((name) => (name === '' ? null : find(name)));
    const codecs = this.#table.compile({ Reader, Writer, util, types, C: this.ctor });
    this.#codecs = codecs;
    Object.assign(this, codecs);
    return codecs;
  }

  /** As protobufjs gives a type its class. */
  #makeConstructor(): MessageConstructor {
    const { Message, util } = this.#home.protobuf;
    const { construct, defaults, oneofs = {} } = this.#table;
    const made = construct as unknown as MessageConstructor & Record<string, unknown>;
    const prototype = new Message() as unknown as Record<string, unknown>;
    made.prototype = prototype;
    Object.defineProperty(prototype, 'constructor', {
      value: made,
      writable: true,
      enumerable: false,
      configurable: true,
    });
    made['$type'] = this;
    prototype['$type'] = this;
    util.merge(made, Message as unknown as Record<string, unknown>, true);
    Object.assign(prototype, defaults(util));
    for (const [name, fields] of Object.entries(oneofs)) {
      const set = util.oneOfSetter([...fields]) as (name: string) => void;
      Object.defineProperty(prototype, name, { get: util.oneOfGetter([...fields]), set });
    }
    return made;
  }
}

Object.setPrototypeOf(CompiledType.prototype, inPackage);
