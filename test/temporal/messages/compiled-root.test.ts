/** Compiled messages beside those of the SDK's own package: the same bytes, the same values, the same services. */
import { resolve } from 'node:path';
import { Script } from 'node:vm';
import type Protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import {
  createCompiledRoot,
  type WholeRoot,
} from '../../../src/temporal/messages/compiled-root.ts';
import type { CompiledType } from '../../../src/temporal/messages/compiled-type.ts';
import { loadMessagePackage } from '../../../src/temporal/messages/message-package.ts';
import type { PackageTables } from '../../../src/temporal/messages/message-tables.ts';
import { namedObjects } from '../../../src/temporal/messages/named-objects.ts';
import { writeMessages } from '../../../src/temporal/messages/write-messages.ts';
import { sampleMessage } from './sample-message.ts';

const whole = loadMessagePackage(resolve(import.meta.dirname, '../../..'));
const { protobuf, root } = whole;
const tables = new Script(`(${writeMessages(whole)})`).runInThisContext() as PackageTables;

/** How often the whole package was asked for. */
let loads = 0;

function compiled(): WholeRoot & Record<string, unknown> {
  return createCompiledRoot(protobuf, tables, () => {
    loads += 1;
    return root as unknown as WholeRoot;
  }) as WholeRoot & Record<string, unknown>;
}

const ours = compiled();
const types = namedObjects(protobuf, root).flatMap(({ object, packageName, name }) =>
  object instanceof protobuf.Type && tables[packageName]?.names.includes(name) === true
    ? [{ name: `${packageName}.${name}`, type: object }]
    : [],
);
const ofName = (name: string): CompiledType => ours.lookupType(name) as CompiledType;

/** The value at a path such as `temporal.api.common.v1.Payload`. */
function at(name: string, from: unknown = ours): unknown {
  return name
    .split('.')
    .reduce<unknown>((inside, word) => Reflect.get(Object(inside) as object, word), from);
}

describe('compiled messages', () => {
  it('are all that clients and workers send and read', () => {
    const names = types.map(({ name }) => name);
    expect(names).toContain('temporal.api.workflowservice.v1.StartWorkflowExecutionRequest');
    expect(names).toContain('temporal.api.history.v1.HistoryEvent');
    expect(names).toContain('coresdk.workflow_activation.WorkflowActivation');
    expect(names).toContain('google.rpc.Status');
    expect(names.length).toBeGreaterThan(600);
  });

  it('have the bytes of the package, at every depth, and read them alike', () => {
    const before = loads;
    let length = 0;
    for (const [row, { name, type }] of types.entries()) {
      for (const seed of [1, 2]) {
        const message = type.fromObject(sampleMessage(protobuf, type, seed));
        const bytes = type.encode(message).finish();
        length += bytes.length;
        const own = (ofName(name).encode(message) as Protobuf.Writer).finish();
        expect(Buffer.compare(own, bytes), name).toBe(0);
        const read = ofName(name).decode(bytes) as Protobuf.Message;
        expect(read instanceof ofName(name).ctor, name).toBe(true);
        expect(Buffer.compare(type.encode(read).finish(), bytes), name).toBe(0);
        if (row % 8 === 0) expect({ ...read }, name).toEqual({ ...type.decode(bytes) });
      }
    }
    expect(length).toBeGreaterThan(100_000);
    expect(loads - before).toBe(0);
  });

  it('give where nothing is set what the package gives', () => {
    for (const { name, type } of types) {
      const [own, its] = [ofName(name).create({}), type.create({})];
      for (const { name: field } of [...type.fieldsArray, ...type.oneofsArray]) {
        expect(Reflect.get(own, field), `${name}.${field}`).toEqual(Reflect.get(its, field));
      }
    }
  });

  it('are made of plain objects as the package makes them', () => {
    for (const { name, type } of types.filter((_, row) => row % 4 === 0)) {
      const message = sampleMessage(protobuf, type, 4);
      const own = ofName(name).fromObject(message);
      const bytes = (ofName(name).encode(own) as Protobuf.Writer).finish();
      expect(Buffer.compare(bytes, type.encode(type.fromObject(message)).finish()), name).toBe(0);
    }
  });

  it('with a length before them are those of the package', () => {
    const name = 'coresdk.ActivityHeartbeat';
    const message = sampleMessage(protobuf, root.lookupType(name), 5);
    const bytes = ofName(name).encodeDelimited(ofName(name).fromObject(message)).finish();
    expect(Buffer.from(bytes)).toEqual(
      Buffer.from(
        root.lookupType(name).encodeDelimited(root.lookupType(name).fromObject(message)).finish(),
      ),
    );
    expect({ ...(ofName(name).decodeDelimited(bytes) as object) }).toEqual({
      ...root.lookupType(name).decodeDelimited(bytes),
    });
  });

  it('can do the rest by the package', () => {
    const payload = ofName('temporal.api.common.v1.Payload');
    const message = payload.create({ data: Buffer.from('x') });
    expect(JSON.parse(JSON.stringify(message))).toEqual({ data: 'eA==' });
    expect(Reflect.get(payload, 'fields')).toBe(
      root.lookupType('temporal.api.common.v1.Payload').fields,
    );
    expect(Reflect.get(payload, 'verify')({ data: 3 })).toBe('data: buffer expected');
  });
});

describe('the root of compiled messages', () => {
  it('has each message, enum and service where the package has it, and loads the package only for what it lacks', () => {
    const fresh = compiled();
    const before = loads;
    for (const { object, packageName, name } of namedObjects(protobuf, root)) {
      const path = `${packageName}.${name}`;
      const isKnown = tables[packageName]?.rest.includes(name) === false;
      if (isKnown && object instanceof protobuf.Enum) {
        const values = Object(at(path, fresh)) as Record<number, unknown>;
        expect(values, path).toEqual(object.values);
        for (const id of Object.values(object.values)) {
          expect(values[id], path).toBe(object.valuesById[id]);
        }
      } else if (isKnown) {
        expect(Reflect.get(Object(at(path, fresh)) as object, 'name'), path).toBe(object.name);
      }
    }
    expect(loads - before).toBe(0);
    expect(at('temporal.api.cloud.cloudservice.v1.GetUsersRequest', fresh)).toBe(
      root.lookupType('temporal.api.cloud.cloudservice.v1.GetUsersRequest'),
    );
    expect(loads - before).toBe(1);
  });

  it('calls each method of a service with its own messages', async () => {
    for (const service of namedObjects(protobuf, root)) {
      const { object, packageName, name } = service;
      if (!(object instanceof protobuf.Service)) continue;
      if (tables[packageName]?.services[name] === undefined) continue;
      type Client = Record<string, (request: object) => Promise<object>>;
      const calls: (readonly [string, Buffer])[] = [];
      const created = (at(`${packageName}.${name}`) as Protobuf.Service).create(
        (method, request, callback) => {
          const { resolvedResponseType } = object.methods[method.name] as Protobuf.Method;
          calls.push([method.name, Buffer.from(request)]);
          const answer = sampleMessage(protobuf, resolvedResponseType as Protobuf.Type, 6);
          callback(
            null,
            resolvedResponseType?.encode(resolvedResponseType.fromObject(answer)).finish(),
          );
        },
        false,
        false,
      ) as unknown as Client;
      for (const method of object.methodsArray) {
        const request = method.resolvedRequestType as Protobuf.Type;
        const answer = method.resolvedResponseType as Protobuf.Type;
        const message = request.fromObject(sampleMessage(protobuf, request, 7));
        const got = await created[protobuf.util.lcFirst(method.name)]?.(message);
        expect(calls.at(-1)).toEqual([method.name, Buffer.from(request.encode(message).finish())]);
        expect({ ...got }).toEqual({
          ...answer.decode(
            answer.encode(answer.fromObject(sampleMessage(protobuf, answer, 6))).finish(),
          ),
        });
      }
    }
  });
});
