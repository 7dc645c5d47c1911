/** The bundle that `doeflow doctor --bundle` writes. */
import { resolve } from 'node:path';
import { EngineError } from '../../errors.ts';
import type { Settings } from '../../host/settings.ts';
import type { Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import { formatBytes } from '../format-quantities.ts';
import { settingRows } from '../setting-rows.ts';
import {
  endsOfLogs,
  studiesList,
  supervisorState,
  temporalState,
  versionsHere,
} from './bundle-parts.ts';
import { knownSecrets } from './known-secrets.ts';
import { writeBundle } from './write-bundle.ts';

/** What was found already. */
interface Found {
  readonly settings: Settings;
  readonly store: Store | undefined;
  /** What the doctor says. */
  readonly document: unknown;
}

/** Collects and writes it; a part that can't be had says why, in its place. */
export async function bundleTo(
  context: CommandContext,
  file: string,
  { settings, store, document }: Found,
): Promise<void> {
  const path = resolve(context.cwd, file);
  const parts = {
    doctor: () => document,
    versions: () => versionsHere(context.version),
    settings: () => Object.fromEntries(settingRows(settings)),
    supervisor: () => supervisorState(settings),
    studies: () => studiesList(store),
    temporal: () => askTemporal(context),
  };
  const documents: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(parts)) documents[name] = await orWhyNot(read);
  const logs = endsOfLogs(settings);
  const secrets = knownSecrets(settings, context.env);
  const { holds, bytes } = await writeBundle(path, { documents, logs }, secrets, context.now());
  context.output.note(
    `${path} (${formatBytes(bytes)}) holds ${holds.join(', ')}; tokens, keys, addresses of webhooks, study files, inputs and results are left out. Look through it before you hand it on: it has names of studies, paths and host names`,
  );
}

async function askTemporal(context: CommandContext): Promise<unknown> {
  const { engine, trouble } = await lookForEngine(context);
  try {
    return trouble ?? (await temporalState(engine));
  } finally {
    await engine?.close();
  }
}

async function orWhyNot(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    const code = error instanceof EngineError ? error.code : 'unknown';
    return { notRead: { code, message: error instanceof Error ? error.message : String(error) } };
  }
}
