import type Protobuf from 'protobufjs';

/** A message, an enum or a service, and where it stands. */
export interface NamedObject {
  readonly object: Protobuf.ReflectionObject;
  /** Such as `temporal.api.common.v1`. */
  readonly packageName: string;
  /** Below the package: `Payload`, `Payload.ExternalPayloadDetails`. */
  readonly name: string;
}

/** All messages, enums and services of a root, in its order. */
export function namedObjects(
  protobuf: typeof Protobuf,
  space: Protobuf.NamespaceBase,
  packageName = '',
  above = '',
): readonly NamedObject[] {
  return space.nestedArray.flatMap((object): readonly NamedObject[] => {
    // Messages and services are namespaces, too.
    if (object.constructor === protobuf.Namespace) {
      const space = object as Protobuf.Namespace;
      return namedObjects(protobuf, space, `${packageName}.${space.name}`.replace(/^\./u, ''));
    }
    const name = `${above}${object.name}`;
    const inside =
      object instanceof protobuf.Type
        ? namedObjects(protobuf, object, packageName, `${name}.`)
        : [];
    return [{ object, packageName, name }, ...inside];
  });
}
