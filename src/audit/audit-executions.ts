/** What a platform served on this machine tells beyond its API: each submit that reached it, and each start of a run. */
import { z } from 'zod';
import { isLoopbackHost } from '../base-url.ts';
import { PlatformError, type PlatformClient } from '../platform-api/index.ts';
import { specRuns } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import { jobWords, type StudyRecords } from './audited-study.ts';

const pageSchema = z.object({
  entries: z.array(
    z.object({
      seq: z.number(),
      kind: z.string(),
      subject: z.string(),
      run: z.number().nullable(),
    }),
  ),
});

const pageRows = 10_000;

/** Reads the local platform's ledger; another platform has none. */
export async function auditExecutions(
  platform: PlatformClient,
  { jobIds, specs }: StudyRecords,
  book: AuditBook,
  signal: AbortSignal,
): Promise<void> {
  if (!isLoopbackHost(new URL(platform.baseUrl).hostname)) return;
  const numberOf = new Map([...jobIds].map(([jobNumber, jobId]) => [jobId, jobNumber]));
  const starts = new Map<string, { started: number; lost: number }>();
  for await (const { kind, subject, run } of readEntries(platform, signal)) {
    const jobNumber = numberOf.get(subject);
    if (jobNumber === undefined) continue;
    const words = jobWords(jobNumber, subject);
    if (kind === 'job submitted again') {
      book.note(`${words} was submitted once more, which the platform refused: nothing ran twice`);
    }
    if (run === null) continue;
    const key = `${subject}/${run}`;
    const counted = starts.get(key) ?? { started: 0, lost: 0 };
    if (kind === 'run started' || kind === 'run restarted') counted.started += 1;
    if (kind === 'run lost') counted.lost += 1;
    starts.set(key, counted);
  }
  for (const [key, { started, lost }] of starts) {
    if (started <= 1 + lost) continue;
    const [jobId = '', platformRun] = key.split('/');
    const jobNumber = numberOf.get(jobId) ?? 0;
    const spec = specs.get(jobNumber);
    const run =
      spec && specRuns(spec).find((each) => each.platformRun === Number(platformRun))?.run;
    book.tell(
      'paid-twice',
      `run ${run ?? '?'} in ${jobWords(jobNumber, jobId)}`,
      `was started ${started} times by the platform's ledger, and lost ${lost} times`,
    );
  }
}

async function* readEntries(
  platform: PlatformClient,
  signal: AbortSignal,
): AsyncGenerator<z.output<typeof pageSchema>['entries'][number]> {
  for (let after = 0; ;) {
    const page = await readPage(platform, after, signal);
    const last = page?.entries.at(-1);
    if (page === undefined || last === undefined) return;
    yield* page.entries;
    after = last.seq;
  }
}

/** Undefined where no ledger is served. */
async function readPage(
  platform: PlatformClient,
  after: number,
  signal: AbortSignal,
): Promise<z.output<typeof pageSchema> | undefined> {
  try {
    const { json } = await platform.raw.send({
      method: 'GET',
      path: `${platform.baseUrl}/local/ledger/`,
      query: { after, limit: pageRows },
      signal,
    });
    const page = pageSchema.safeParse(json);
    return page.success ? page.data : undefined;
  } catch (error) {
    if (error instanceof PlatformError && !error.retryable) return undefined;
    throw error;
  }
}
