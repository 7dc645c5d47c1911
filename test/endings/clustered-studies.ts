/** Studies on clusters of a real local platform, and what its own book says that they did. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import type { Stack } from '../kit/start-stack.ts';

/** A study whose runs say that they ran. */
export interface ClusteredStudy {
  readonly name: string;
  readonly folder: string;
  readonly runs: number;
  /** Lets the runs that wait end. */
  release(): void;
  /** The x of each execution of a run that began, and of each that ended. */
  begun(): readonly string[];
  ended(): readonly string[];
}

/** A name of one try of a test: a second try doesn't meet the studies and clusters of the first. */
export const ofThisTry = (name: string): string => `${name}-${randomBytes(3).toString('hex')}`;

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
    ...{ name, folder, runs },
    release: () => appendFileSync(file('go'), ''),
    begun: () => read('begun'),
    ended: () => read('ended'),
  };
}

/** A study of two runs on a cluster of its own. @param slots of its jobs and its cluster @param more lines that end it */
export function studyOfTwoRuns(name: string, slots: 1 | 2, more = ''): string {
  return `name: ${name}
variables:
  - { name: x, type: Param, generator: Linspace, settings: { minvalue: 1, maxvalue: 2, count: 2 }, format: "0" }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: ${slots}, walltime: 1 }
  inputFiles: [model.sh]
execution:
  cluster: { name: ${name}, slots: ${slots}, walltime: 2 }
${more}`;
}

/** One effect that the platform committed. */
interface Effect {
  readonly kind: string;
  readonly subject: string;
  readonly detail?: { readonly name?: string };
}

/** What a person sees and does on the platform beside the study. */
export function byHand({ platformUrl, platformHeaders }: Stack) {
  const ask = async (path: string, method = 'GET'): Promise<unknown> => {
    const headers = platformHeaders;
    const answer = await fetch(new URL(path, platformUrl), { method, headers });
    return answer.json();
  };
  const clusters = async (
    name: string,
  ): Promise<readonly { readonly id: string; readonly status: string }[]> => {
    const { results } = (await ask('api/v3/clusters/?page_size=1000')) as {
      results: { id: string; name: string; status: string }[];
    };
    return results.filter((cluster) => cluster.name.startsWith(`${name} `));
  };
  return {
    clusters,
    shutDown: (clusterId: string) => ask(`api/v3/clusters/${clusterId}/shutdown/`, 'POST'),
    /** Waits until none of the clusters of a name is on. */
    async nothingLeft(name: string): Promise<void> {
      await waitFor(`no cluster ${name} left`, async () =>
        (await clusters(name)).every(({ status }) => ['Stopped', 'Not Started'].includes(status)),
      );
    },
    /** How often the platform's own book has an effect on the study's jobs. */
    async effects(study: Pick<ClusteredStudy, 'name'>, kind: string): Promise<number> {
      const { entries } = (await ask('local/ledger/?limit=100000')) as {
        entries: readonly Effect[];
      };
      const jobs = new Set(
        entries
          .filter(
            (one) => one.kind === 'job created' && one.detail?.name?.startsWith(`${study.name} `),
          )
          .map(({ subject }) => subject),
      );
      return entries.filter((one) => one.kind === kind && jobs.has(one.subject)).length;
    },
  };
}

/** Expects that each run came to its end once: it was paid for once, and otherwise only as far as it went when its cluster was lost. */
export function expectEachRunEndedOnce(study: ClusteredStudy): void {
  expect([...study.ended()].sort()).toEqual(
    Array.from({ length: study.runs }, (_, index) => String(index + 1)).sort(),
  );
}
