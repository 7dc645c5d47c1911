import type Protobuf from 'protobufjs';

/** A plain object with every field of the type set, of each group of which one is set at most one, three messages deep; the seed chooses the values. */
export function sampleMessage(
  protobuf: typeof Protobuf,
  type: Protobuf.Type,
  seed: number,
  depth = 0,
): Record<string, unknown> {
  let state = seed * 7919 + type.fullName.length;
  const next = (below: number): number => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const value = (field: Protobuf.Field): unknown => {
    const { resolvedType } = field;
    if (resolvedType instanceof protobuf.Type) {
      return sampleMessage(protobuf, resolvedType, seed + field.id, depth + 1);
    }
    if (resolvedType !== null) {
      const ids = Object.values(resolvedType.values);
      return ids[next(ids.length)];
    }
    if (field.type === 'string') return `text ${next(1000)} ä`;
    if (field.type === 'bytes') return Buffer.from([next(256), next(256), 0, 255]);
    if (field.type === 'bool') return next(2) === 1;
    if (/double|float/u.test(field.type)) return next(1000) / 8;
    if (/64/u.test(field.type)) return `${next(1000)}00000000007`;
    return next(100_000);
  };
  const entries = type.fieldsArray.flatMap((field) => {
    const isDeep = field.resolvedType instanceof protobuf.Type && depth >= 2;
    const { partOf } = field;
    const isOther = partOf !== null && partOf.oneof[seed % partOf.oneof.length] !== field.name;
    if (isDeep || isOther) return [];
    if (field.map) return [[field.name, { [keyOf(field)]: value(field) }] as const];
    return [[field.name, field.repeated ? [value(field), value(field)] : value(field)] as const];
  });
  return Object.fromEntries(entries);
}

function keyOf(field: Protobuf.Field): string {
  return 'keyType' in field && field.keyType === 'string' ? 'key' : '12';
}
