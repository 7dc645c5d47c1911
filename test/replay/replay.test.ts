import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Worker, type ReplayResult } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';

/** One folder per version of the workflows; each file is one history as JSON. */
const histories = new URL('./histories/', import.meta.url);

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
});
