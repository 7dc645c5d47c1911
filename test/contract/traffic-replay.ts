import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { expectFields, readField } from './expect-fields.ts';
import type { FieldTypes } from './expect-fields.ts';
import type { LocalPlatform } from './start-local-platform.ts';

/**
 * What a published client sends, step by step, written down from watching it; `{name}` stands for what an earlier step kept.
 * File contents are ours.
 */
export interface Traffic {
  /** Repository or package of the client. */
  readonly client: string;
  readonly author: string;
  /** Release, or the commit whose sources were run, as the table of `docs/local-platform.md` has it. */
  readonly version: string;
  /** What of the client was run. */
  readonly ran: string;
  readonly steps: readonly TrafficStep[];
}

export interface TrafficStep {
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** A multipart body exactly as sent, but for its contents; `\n` stands for the line ends of HTTP. */
  readonly multipart?: string;
  /** Contents of the file, base64. */
  readonly fileBase64?: string;
  readonly status: number;
  /** Values of the answer that the client depends on. */
  readonly answer?: unknown;
  /** Fields that the client reads from the answer, with the types it expects. */
  readonly reads?: FieldTypes;
  /** Name -> path in the answer to remember, such as `results.0.id`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Ask again until `answer` fits, as a poll does. */
  readonly poll?: true;
}

/** Reads a recording of the folder `traffic`. */
export function readTraffic(name: string): Traffic {
  const file = new URL(`./traffic/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Traffic;
}

/** Sends the steps to a platform as the client would, and checks what the client relies on. */
export async function replay(traffic: Traffic, platform: LocalPlatform): Promise<void> {
  const kept: Record<string, string> = {};
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => kept[name] ?? whole);
  for (const step of traffic.steps) {
    for (let tries = 0; ; tries += 1) {
      const { status, body } = await sendStep(step, fill, platform);
      const last = step.poll === undefined || tries >= 200;
      try {
        expect({ step: step.send, status }).toEqual({ step: step.send, status: step.status });
        if (step.answer !== undefined) expectPart(body, fillDeep(step.answer, fill));
        if (step.reads !== undefined) expectFields(body, step.reads, step.send);
      } catch (error) {
        if (last) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      for (const [name, path] of Object.entries(step.keep ?? {})) {
        kept[name] = String(readField(body, path));
      }
      break;
    }
  }
}

/** Objects by the fields that are named, also of arrays by index; everything else as it is. */
function expectPart(got: unknown, wanted: unknown): void {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    if (Array.isArray(wanted)) expect(got).toMatchObject(wanted);
    else expect(got).toEqual(wanted);
    return;
  }
  expect(got).toBeTypeOf('object');
  for (const [name, inner] of Object.entries(wanted)) expectPart(readField(got, name), inner);
}

async function sendStep(
  step: TrafficStep,
  fill: (text: string) => string,
  platform: LocalPlatform,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const [method = '', address = ''] = fill(step.send).split(' ');
  const headers = new Headers({ authorization: `Token ${platform.token}`, ...step.headers });
  let body: Buffer | string | undefined;
  if (step.json !== undefined) {
    body = JSON.stringify(fillDeep(step.json, fill));
    headers.set('content-type', 'application/json');
  } else if (step.multipart !== undefined) {
    const [before = '', after = ''] = step.multipart.replaceAll('\n', '\r\n').split('{contents}');
    const contents = Buffer.from(step.fileBase64 ?? '', 'base64');
    body = Buffer.concat([Buffer.from(before), contents, Buffer.from(after)]);
    const boundary = /^--(\S+)/.exec(before)?.[1] ?? '';
    headers.set('content-type', `multipart/form-data; boundary=${boundary}`);
  }
  const target = address.startsWith('http') ? address : platform.baseUrl + address;
  const answer = await fetch(target, { method, headers, body: body ?? null });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text };
}

function fillDeep(value: unknown, fill: (text: string) => string): unknown {
  return JSON.parse(fill(JSON.stringify(value)));
}
