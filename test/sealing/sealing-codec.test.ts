import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { createSealing } from '../../src/sealing/index.ts';

const first = Buffer.alloc(32, 1);
const second = Buffer.alloc(32, 2);
const ours = createSealing([first]);
const here = { type: 'workflow', namespace: 'default', workflowId: 'study-a' } as const;
const value = { purpose: 'start x', content: [{ a: 1 }] };

const payloadOf = (content: unknown): Payload => defaultPayloadConverter.toPayload(content) ?? {};
const valueOf = (payload: Payload | undefined): unknown =>
  defaultPayloadConverter.fromPayload(payload ?? {});
const refused = (why: string, foreignKey?: string): unknown => ({
  refused: expect.stringContaining(why) as string,
  ...(foreignKey === undefined ? {} : { foreignKey }),
});

async function sealed(content: unknown, sealing = ours, context = here): Promise<Payload> {
  const [payload = {}] = await sealing.codec.encode([payloadOf(content)], context);
  return payload;
}

async function read(
  payload: Payload,
  sealing = ours,
  context: { type: 'workflow'; namespace: string; workflowId: string } | undefined = here,
): Promise<unknown> {
  return valueOf((await sealing.codec.decode([payload], context))[0]);
}

describe('a sealed payload', () => {
  it('stays readable, and comes back as it was', async () => {
    const payload = await sealed(value);
    expect(valueOf(payload)).toEqual(value);
    expect(await read(payload)).toEqual(value);
    for (const other of [undefined, null, 'text', Uint8Array.of(0, 1)]) {
      expect(await read(await sealed(other))).toEqual(other);
    }
  });

  it('serves no other workflow and no other namespace', async () => {
    const payload = await sealed(value);
    const elsewhere = { ...here, workflowId: 'study-b' };
    expect(await read(payload, ours, elsewhere)).toEqual(refused('another workflow'));
    const abroad = { ...here, namespace: 'other' };
    expect(await read(payload, ours, abroad)).toEqual(refused('another workflow'));
    expect(valueOf((await ours.codec.decode([payload]))[0])).toEqual(refused('another workflow'));
  });

  it('is refused when one byte of it is another', async () => {
    const { metadata, data } = await sealed(value);
    const bytes = Buffer.from(data ?? []);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await read({ metadata: metadata ?? {}, data: changed })).toEqual(refused('seal'));
    }
    const encoding = Buffer.from('binary/plain');
    expect(await read({ metadata: { ...metadata, encoding }, data: bytes })).toEqual(
      refused('seal'),
    );
    for (const seal of [Buffer.alloc(0), Buffer.alloc(32), Buffer.alloc(64)]) {
      expect(await read({ metadata: { ...metadata, seal }, data: bytes })).toEqual(refused('seal'));
    }
  });

  it('leaves behind what its seal does not cover', async () => {
    const { metadata, data } = await sealed(value);
    const [decoded] = await ours.codec.decode(
      [{ metadata: { ...metadata, type: Buffer.from('Keyword') }, data: data ?? null }],
      here,
    );
    expect(Object.keys(decoded?.metadata ?? {})).toEqual(['encoding']);
  });
});

it('makes a refused value of whatever else comes, and never throws', async () => {
  const odd: Payload[] = [
    payloadOf(value),
    {},
    { metadata: null, data: null },
    { metadata: {}, data: Buffer.from('{') },
    { metadata: { encoding: Buffer.from('binary/null') } },
    { metadata: { encoding: Buffer.from('binary/encrypted') }, data: Buffer.from('short') },
    { metadata: { encoding: Buffer.from('binary/encrypted') }, data: Buffer.alloc(99) },
    { metadata: { encoding: Buffer.from('json/plain'), seal: 7 as never } },
    null as never,
  ];
  for (const payload of odd) expect(await read(payload)).toEqual(refused(''));
});

it('believes the older of two keys, seals with the first, and knows no third', async () => {
  const rotated = createSealing([second, first]);
  const old = await sealed(value);
  expect(await read(old, rotated)).toEqual(value);
  const fresh = await sealed(value, rotated);
  expect(await read(fresh, createSealing([second]))).toEqual(value);
  expect(await read(fresh)).toEqual(refused('another key', rotated.fingerprints[0]));
  expect(rotated.fingerprints).toHaveLength(2);
  expect(rotated.fingerprints[0]).toMatch(/^[0-9a-f]{8}$/);
});

it('encrypts on demand, so that nothing can be read, and understands both', async () => {
  const secret = createSealing([first], true);
  const payload = await sealed(value, secret);
  expect(Buffer.from(payload.data ?? []).toString('latin1')).not.toContain('start');
  expect(await read(payload, secret)).toEqual(value);
  expect(await read(payload, ours)).toEqual(value);
  expect(await read(await sealed(value), secret)).toEqual(value);
  const elsewhere = { ...here, workflowId: 'study-b' };
  expect(await read(payload, secret, elsewhere)).toEqual(refused('another workflow'));
  expect(await read(payload, createSealing([second], true))).toEqual(
    refused('another key', secret.fingerprints[0]),
  );
  const named = { ...payload, metadata: { ...payload.metadata, key: Buffer.from('no key') } };
  expect(await read(named, createSealing([second], true))).toEqual(refused('another key'));
});

it('lets what a schedule sends serve the workflows that it starts, and nothing else', async () => {
  const schedule = { ...here, workflowId: 'archive-nightly' };
  const [payload = {}] = await ours.scheduleCodec.encode([payloadOf(value)], schedule);
  const started = { ...here, workflowId: 'archive-nightly-2026-03-01T03:00:00Z' };
  expect(await read(payload, ours, started)).toEqual(value);
  expect(await read(payload, ours, schedule)).toEqual(refused('another workflow'));
  // What was sealed for a workflow is not made a scheduled one by a time behind its id.
  const timed = { ...here, workflowId: `${here.workflowId}-2026-03-01T03:00:00Z` };
  expect(await read(await sealed(value), ours, timed)).toEqual(refused('another workflow'));
});
