/**
 * A whole engine for end-to-end tests: Temporal server, local platform, runner and worker as separate processes from the compiled package,
 * each of which a test may kill and start again. Unlike under the supervisor, nothing comes back by itself.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTreeSync } from '../../src/files/index.ts';
import { plainHeader } from '../../src/local-platform/odd/odd-answers.ts';
import { usualSmallOutputs, type SmallOutputs } from '../../src/small-outputs.ts';
import { connectTemporal, type TemporalLink } from '../../src/temporal/connect.ts';
import { homeFiles, makeHomeFolders } from '../../src/host/supervisor/home-files.ts';
import { ensurePlatformToken } from '../../src/host/supervisor/platform-token.ts';
import { choosePorts } from '../../src/host/supervisor/ports.ts';
import {
  embeddedNamespace,
  platformSpec,
  runnerSpec,
  temporalSpec,
  workerSpec,
  type ProgramContext,
} from '../../src/host/supervisor/program-specs.ts';
import type { ProgramSpec } from '../../src/host/supervisor/program-spec.ts';
import { distFolder } from './dist-folder.ts';
import { cacheDirectory, findTestServer } from './find-test-server.ts';
import { sealingOf } from './sealing-of.ts';
import { oddPlatform } from './test-form.ts';
import { createStackProgram, type StackProgram } from './stack-program.ts';

export type StackProgramName = ProgramSpec['name'];

export interface StackOptions {
  /** Serve nothing beyond the platform's document. */
  readonly documentOnly?: boolean;
  /** How small outputs come from the platform; default: as usual. */
  readonly smallOutputs?: SmallOutputs;
  /** Scales the platform's queue and start delays. */
  readonly speed?: number;
  /** A fault plan's path. */
  readonly faults?: string;
  /** Further options of the platform. */
  readonly platformOptions?: readonly string[];
  /** Kept after `stop`; default: a fresh folder that is removed. */
  readonly home?: string;
  /** Programs not to start at once; `programs.<name>.start()` does it later. */
  readonly without?: readonly StackProgramName[];
  /** Added to every program's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly poll?: { readonly minMs: number; readonly maxMs: number };
}

export interface Stack {
  readonly home: string;
  readonly storeDirectory: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly uiUrl: string;
  /** Ends in `/`. */
  readonly platformUrl: string;
  readonly platformToken: string;
  /** With which a test itself asks the platform: answered as things are, also by one that answers oddly. */
  readonly platformHeaders: Readonly<Record<string, string>>;
  /** The environment in which `doeflow` and workers find this stack. */
  readonly env: Readonly<Record<string, string>>;
  readonly programs: Readonly<Record<StackProgramName, StackProgram>>;
  /** A client's connection; the stack closes it at `stop`. */
  connect(): Promise<TemporalLink>;
  /** Ends every program and removes the home unless it was given. */
  stop(): Promise<void>;
}

/** Starts a stack; returns when all its programs are ready. Each home has its own ports. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'doeflow-stack-'));
  const files = homeFiles(home);
  makeHomeFolders(files);
  const ports = await choosePorts(files);
  const storeDirectory = join(home, 'store');
  const platformUrl = `http://127.0.0.1:${ports.platform}/`;
  const platformToken = ensurePlatformToken(files.platformToken);
  const executable = await findTestServer();
  const context: ProgramContext = {
    files,
    ports,
    platformUrl,
    platformToken,
    env: { ...process.env, ...options.env },
    plan: {
      home,
      storeDirectory,
      cacheDirectory,
      programFolder: distFolder(),
      temporalUi: true,
      smallOutputs: options.smallOutputs ?? usualSmallOutputs,
      poll: options.poll ?? { minMs: 100, maxMs: 1000 },
      platformOptions: [
        ...(options.documentOnly === true ? ['--document-only'] : []),
        ...(options.speed === undefined ? [] : ['--speed', String(options.speed)]),
        ...(options.faults === undefined ? [] : ['--faults', options.faults]),
        ...(options.faults === undefined ? oddPlatform : []),
        ...(options.platformOptions ?? []),
      ],
    },
  };
  const programs = {
    temporal: createStackProgram(temporalSpec(context, executable)),
    runner: createStackProgram(runnerSpec(context)),
    platform: createStackProgram(platformSpec(context)),
    worker: createStackProgram(workerSpec(context)),
  };
  const links: TemporalLink[] = [];
  const target = { address: `127.0.0.1:${ports.temporal}`, namespace: embeddedNamespace };
  const stop = async (): Promise<void> => {
    await Promise.all(links.map((link) => link.close()));
    for (const name of ['worker', 'platform', 'runner', 'temporal'] as const) {
      await programs[name].stop();
    }
    if (options.home === undefined) removeTreeSync(home);
  };
  try {
    await Promise.all(
      Object.entries(programs)
        .filter(([name]) => options.without?.includes(name as StackProgramName) !== true)
        .map(([, program]) => program.start()),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    home,
    storeDirectory,
    temporalAddress: target.address,
    namespace: target.namespace,
    uiUrl: `http://127.0.0.1:${ports.uiBehind}`,
    platformUrl,
    platformToken,
    platformHeaders: { authorization: `Token ${platformToken}`, [plainHeader]: platformToken },
    programs,
    stop,
    env: {
      DOEFLOW_PROFILE: 'embedded',
      DOEFLOW_HOME: home,
      DOEFLOW_STORE: storeDirectory,
      DOEFLOW_PLATFORM_URL: platformUrl,
      DOEFLOW_PLATFORM_TOKEN: platformToken,
      TEMPORAL_ADDRESS: target.address,
      TEMPORAL_NAMESPACE: target.namespace,
    },
    async connect() {
      const link = await connectTemporal(target, { sealing: await sealingOf(home) });
      links.push(link);
      return link;
    },
  };
}
