import type Protobuf from 'protobufjs';
import type { MessagePackage } from './message-package.ts';
import { namedObjects, type NamedObject } from './named-objects.ts';

/** Services that clients call. */
const calledServices: readonly string[] = [
  '.temporal.api.workflowservice.v1.WorkflowService',
  '.temporal.api.operatorservice.v1.OperatorService',
  '.temporal.api.testservice.v1.TestService',
  '.grpc.health.v1.Health',
];

/** Messages that are read beside the answers of these: in the details of errors, by workers, in payloads. */
const alsoRead = /^\.(?:temporal\.api\.(?:errordetails|sdk)\.v1\.|google\.rpc\.Status$|coresdk\.)/u;

/** Messages that a worker makes of plain objects. */
const madeOfObjects = /^\.coresdk\.workflow_(?:activation|completion)\.WorkflowActivation/u;

/**
 * Writes the tables of the messages of the SDK's package: an expression in JavaScript of the type `PackageTables`. Its functions are those
 * that protobufjs writes at each start, so that messages have the same bytes.
 * @throws Error where the package isn't what is known of it, so that no build goes on with wrong tables
 */
export function writeMessages({ protobuf, root }: MessagePackage): string {
  root.resolveAll();
  const objects = namedObjects(protobuf, root);
  const places = new Map(objects.map((found) => [found.object, found]));
  const types = objects.map(({ object }) => object).filter((o) => o instanceof protobuf.Type);
  const called = objects.filter(({ object }) => calledServices.includes(object.fullName));
  if (called.length !== calledServices.length) {
    throw new Error(
      `Expected ${calledServices.join(', ')} in @temporalio/proto, got ${called.map(({ object }) => object.fullName).join(', ')}`,
    );
  }
  const asked = called.flatMap(({ object }) => messagesOf(object as Protobuf.Service));
  const known = withFields([...asked, ...types.filter((type) => alsoRead.test(type.fullName))]);
  const converted = withFields(types.filter((type) => madeOfObjects.test(type.fullName)));
  const packages = new Map<string, NamedObject[]>();
  for (const found of objects) {
    packages.set(found.packageName, [...(packages.get(found.packageName) ?? []), found]);
  }
  return record(Array.from(packages, ([name, all]) => [name, packageTable(all)]));

  function messagesOf(service: Protobuf.Service): readonly Protobuf.Type[] {
    return service.methodsArray.flatMap(({ resolvedRequestType, resolvedResponseType }) =>
      [resolvedRequestType, resolvedResponseType].filter((type) => type !== null),
    );
  }

  /** These, and what their fields hold, through all depths. */
  function withFields(from: readonly Protobuf.Type[]): ReadonlySet<unknown> {
    const all = new Set(from);
    // A set that grows while it is walked is walked to its new end.
    for (const type of all) {
      for (const { resolvedType } of type.fieldsArray) {
        if (resolvedType instanceof protobuf.Type) all.add(resolvedType);
      }
    }
    return all;
  }

  function placeOf(type: unknown): string {
    const found = type instanceof protobuf.Type ? places.get(type) : undefined;
    return found === undefined ? '' : `${found.packageName}/${found.name}`;
  }

  function packageTable(all: readonly NamedObject[]): string {
    const messages = all.filter(({ object }) => known.has(object));
    const enums = all.filter(
      ({ object }) =>
        object instanceof protobuf.Enum &&
        (known.has(object.parent) || !(object.parent instanceof protobuf.Type)),
    );
    const offered = called.filter((service) => all.includes(service));
    const told = new Set([...messages, ...enums, ...offered]);
    const rest = all.filter((found) => !told.has(found));
    const names = (of: readonly NamedObject[]): string =>
      JSON.stringify(of.map(({ name }) => name));
    return `{
names: ${names(messages)},
messages: () => (${record(messages.map(({ name, object }) => [name, messageTable(object as Protobuf.Type)]))}),
enumNames: ${names(enums)},
enums: () => (${record(enums.map(({ name, object }) => [name, JSON.stringify({ ...(object as Protobuf.Enum).values })]))}),
services: ${record(offered.map(({ name, object }) => [name, methodsOf(object as Protobuf.Service)]))},
rest: ${names(rest)},
}`;
  }

  function methodsOf(service: Protobuf.Service): string {
    return record(
      service.methodsArray.map(({ name, resolvedRequestType, resolvedResponseType }) => [
        name,
        JSON.stringify([placeOf(resolvedRequestType), placeOf(resolvedResponseType)]),
      ]),
    );
  }

  function messageTable(type: Protobuf.Type): string {
    const codecs = [
      ['encode', String(protobuf.encoder(type))],
      ['decode', String(protobuf.decoder(type))],
      ...(converted.has(type) ? [['fromObject', String(protobuf.converter.fromObject(type))]] : []),
    ].map(([name = '', code = '']) => [name, code] as const);
    const { fieldsArray, oneofsArray } = type;
    const defaults = fieldsArray.map((field) => [field.name, defaultOf(field)] as const);
    return `{
construct: ${String(protobuf.Type.generateConstructor(type))},
defaults: (util) => (${record(defaults)}),
oneofs: ${record(oneofsArray.map(({ name, oneof }) => [name, JSON.stringify(oneof)]))},
types: ${JSON.stringify(fieldsArray.map(({ resolvedType }) => placeOf(resolvedType)))},
compile: ({ Reader, Writer, util, types, C }) => (${record(codecs)}),
}`;
  }

  function defaultOf({ fullName, defaultValue }: Protobuf.Field): string {
    const { util } = protobuf;
    const value: unknown = defaultValue;
    if (value === util.emptyArray) return 'util.emptyArray';
    if (value === util.emptyObject) return 'util.emptyObject';
    if (value instanceof util.Long) {
      const { low, high, unsigned } = value as Protobuf.Long;
      return `Object.freeze(util.Long.fromBits(${low}, ${high}, ${unsigned}))`;
    }
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      return JSON.stringify(value);
    }
    throw new Error(
      `Expected a plain default of ${fullName} in @temporalio/proto, got ${typeof value}`,
    );
  }
}

/** An object of code by name. */
function record(entries: readonly (readonly [name: string, code: string])[]): string {
  return `{${entries.map(([name, code]) => `${JSON.stringify(name)}: ${code}`).join(',\n')}}`;
}
