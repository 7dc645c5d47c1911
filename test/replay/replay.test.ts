import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Worker, type ReplayResult } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';

/** One folder per version of the workflows; each file is one history as JSON. */
const histories = new URL('./histories/', import.meta.url);
const workflows = new URL('../../workflows/', import.meta.url);

describe('workflows of today', () => {
  it('replay every history of every version kept here, command for command', async () => {
    const workflowBundle = await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
      logger: new DefaultLogger('ERROR'),
    });
    const names = readdirSync(histories, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    );
    expect(names.length).toBeGreaterThan(3);
    const results: ReplayResult[] = [];
    const kept = names.map((name) => ({
      workflowId: name,
      history: JSON.parse(readFileSync(new URL(name, histories), 'utf8')) as object,
    }));
    for await (const result of Worker.runReplayHistories({ workflowBundle }, kept)) {
      results.push(result);
    }
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(results).toHaveLength(names.length);
  }, 120_000);

  it('have each branch that `patched()` tells from an older one in a history, except what only sealed workers say', () => {
    const sources = filesOf(workflows).filter((name) => name.endsWith('.ts'));
    const inCode = sources.flatMap((name) =>
      [...readFileSync(new URL(name, workflows), 'utf8').matchAll(/\bpatched\('([^']+)'/gu)].map(
        ([, id]) => id,
      ),
    );
    const kept = filesOf(histories).filter((name) => name.endsWith('.json'));
    const told = kept.map((name) => marksIn(readFileSync(new URL(name, histories), 'utf8'))).join();
    const missing = new Set(inCode.filter((id) => !told.includes(`"${id ?? ''}"`)));
    expect(inCode.length).toBeGreaterThan(15);
    // Its replay is tested with sealed workers: test/security.
    expect([...missing]).toEqual(['asks-on']);
  });
});

function filesOf(folder: URL): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

/** What the markers of a history hold, as text. */
function marksIn(history: string): string {
  const { events } = JSON.parse(history) as { readonly events: readonly Marked[] };
  return events
    .flatMap(({ markerRecordedEventAttributes }) =>
      Object.values(markerRecordedEventAttributes?.details ?? {}),
    )
    .flatMap(({ payloads }) => payloads ?? [])
    .map(({ data }) => Buffer.from(data, 'base64').toString())
    .join();
}

interface Marked {
  readonly markerRecordedEventAttributes?: {
    readonly details?: Readonly<
      Record<string, { readonly payloads?: readonly { readonly data: string }[] }>
    >;
  };
}
