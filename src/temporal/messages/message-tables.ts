/**
 * What the build writes down of Temporal's messages, so that no start has to work it out: `write-messages.ts` writes it, `compiled-root.ts`
 * reads it. Each part is a function that is called when something of it is first asked for.
 */
import type Protobuf from 'protobufjs';

/** Packages by their whole name, such as `temporal.api.common.v1`. */
export type PackageTables = Readonly<Record<string, PackageTable>>;

/** Names are those below the package: `Payload`, `Payload.ExternalPayloadDetails`. */
export interface PackageTable {
  readonly names: readonly string[];
  readonly messages: () => Readonly<Record<string, MessageTable>>;
  readonly enumNames: readonly string[];
  /** Values by name, of each enum. */
  readonly enums: () => Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Of each service its methods: what they take and what they give, as `package/name`. */
  readonly services: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>;
  /** What it has beside, left to the whole package. */
  readonly rest: readonly string[];
}

export interface MessageTable {
  /** Makes one message out of its properties; called with `new`. */
  readonly construct: (properties?: object) => void;
  /** What a message has where nothing was set. */
  readonly defaults: (util: typeof Protobuf.util) => Readonly<Record<string, unknown>>;
  /** Fields of which one is set at most, by the name of their group. */
  readonly oneofs: Readonly<Record<string, readonly string[]>>;
  /** For each field its message as `package/name`; empty where it has none. */
  readonly types: readonly string[];
  readonly compile: (scope: CompileScope) => Codecs;
}

/** What protobufjs gives to the functions that it writes. */
export interface CompileScope {
  readonly Reader: typeof Protobuf.Reader;
  readonly Writer: typeof Protobuf.Writer;
  readonly util: typeof Protobuf.util;
  readonly types: readonly unknown[];
  /** The class of the messages. */
  readonly C: unknown;
}

export type Codec = (...given: readonly unknown[]) => unknown;

export interface Codecs {
  readonly encode: Codec;
  readonly decode: Codec;
  /** Absent where only the whole package can. */
  readonly fromObject?: Codec;
}
