/** Studies on clusters of a real local platform, and what its own book says that they did. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Stack } from '../kit/start-stack.ts';

/** A study whose runs say that they ran. */
export interface ClusteredStudy {
  readonly folder: string;
  readonly runs: number;
  /** Lets the runs that wait end. */
  release(): void;
  /** The x of each execution of a run that began, and of each that ended. */
  begun(): readonly string[];
  ended(): readonly string[];
}

/** Writes a study on a cluster of its own that other studies may share by its name. */
export function writeClusteredStudy(
  folder: string,
  name: string,
  options: {
    readonly runs: number;
    readonly runsPerJob: number;
    readonly cluster: string;
    readonly walltime?: number;
    readonly slots?: number;
    /** Runs above that x wait until they are released, or their machine is gone. */
    readonly waitAbove?: number;
  },
): ClusteredStudy {
  const { runs, runsPerJob, cluster, walltime = 100, slots = 2, waitAbove = runs } = options;
  mkdirSync(folder, { recursive: true });
  const file = (of: string): string => join(folder, of);
  for (const list of ['begun', 'ended']) writeFileSync(file(list), '');
  writeFileSync(
    file('model.sh'),
    `read x < x.txt
echo "$x" >> "$FOLDER/begun"
if [ "$x" -gt ${waitAbove} ]; then until test -e "$FOLDER/go"; do sleep 0.05; done; fi
echo "y = $((x * x))" > result.txt
echo "$x" >> "$FOLDER/ended"
`,
  );
  writeFileSync(file('x.txt.in'), '${x}\n');
  writeFileSync(
    file('study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, generator: Linspace, settings: { minvalue: 1, maxvalue: ${runs}, count: ${runs} } }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  envVars: { FOLDER: ${folder} }
  hardware: { coreType: emerald, coresPerSlot: 1, slots: ${slots} }
  inputFiles: [model.sh]
  templates: [{ template: x.txt.in, as: x.txt }]
execution:
  runsPerJob: ${runsPerJob}
  cluster: { name: ${cluster}, slots: ${slots}, walltime: ${walltime} }
`,
  );
  const read = (of: string): readonly string[] =>
    readFileSync(file(of), 'utf8').split('\n').filter(Boolean);
  return {
    folder,
    runs,
    release: () => appendFileSync(file('go'), ''),
    begun: () => read('begun'),
    ended: () => read('ended'),
  };
}

/** One effect that the platform committed. */
interface Effect {
  readonly kind: string;
  readonly subject: string;
  readonly run: number | null;
}

/** Calls of the platform that a person would make beside the study. */
export function byHand({ platformUrl, platformToken }: Stack) {
  const ask = async (path: string, method = 'GET'): Promise<unknown> => {
    const headers = { Authorization: `Token ${platformToken}` };
    const answer = await fetch(new URL(path, platformUrl), { method, headers });
    return answer.json();
  };
  const effects = async (): Promise<readonly Effect[]> =>
    ((await ask('local/ledger/?limit=100000')) as { entries: readonly Effect[] }).entries;
  const clusters = async (): Promise<readonly { id: string; name: string; status: string }[]> =>
    ((await ask('api/v3/clusters/?page_size=1000')) as { results: [] }).results;
  return {
    effects,
    clusters,
    shutDown: (clusterId: string) => ask(`api/v3/clusters/${clusterId}/shutdown/`, 'POST'),
    /** Clusters that aren't ended and may cost. */
    async left(): Promise<readonly string[]> {
      const living = (await clusters()).filter(
        ({ status }) => !['Stopped', 'Not Started'].includes(status),
      );
      return living.map(({ name, status }) => `${name}: ${status}`);
    },
  };
}

/** Expects that no execution of a run that came to its end was followed by another one: each was paid once, as far as it went. */
export function expectEachRunEndedOnce(study: ClusteredStudy): void {
  const ended = study.ended();
  expect(new Set(ended).size).toBe(study.runs);
  expect(ended).toHaveLength(study.runs);
}
