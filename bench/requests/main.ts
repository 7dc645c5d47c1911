/**
 * Requests per second of a local platform that holds a thousand jobs, over 32 connections that each send one request after another.
 * Use, after `npm run build`:
 *
 *     node dist/bench/requests/main.js [JOBS] [SECONDS]
 */
import { Pool } from 'undici';
import { startPlatform, memoryOf, processorSeconds } from '../platform-process.ts';

const jobs = Number(process.argv[2] ?? 1000);
const seconds = Number(process.argv[3] ?? 3);
const connections = 32;
/** Of the jobs, so many are run to their end, so that histories and outputs are there to be read. */
const completedJobs = 20;

const platform = await startPlatform();
const pool = new Pool(platform.baseUrl, { connections, pipelining: 1 });
try {
  const ids = await createJobs();
  console.log(`${jobs} jobs, ${connections} connections, ${seconds} s each`);
  console.log('| request | a second | ms, half of them | ms, 99 of 100 | processor ms each |');
  console.log('| --- | --- | --- | --- | --- |');
  const completed = (turn: number): string => ids[turn % completedJobs] ?? '';
  await measure('list of 10 jobs', () => '/api/v2/jobs/');
  await measure('list of 1,000 jobs', () => '/api/v2/jobs/?page_size=1000');
  await measure('search for one job', (turn) => `/api/v2/jobs/?q=job-${turn % jobs}-`);
  await measure('get a job', (turn) => `/api/v2/jobs/${ids[turn % jobs] ?? ''}/`);
  await measure('statuses of a job', (turn) => `/api/v2/jobs/${completed(turn)}/statuses/`);
  await measure('output files of a job', (turn) => `/api/v2/jobs/${completed(turn)}/files/`);
  console.log(`peak memory of the server: ${memoryOf(platform.serverPid).peak} MB`);
} finally {
  await pool.close();
  await platform.stop();
}

async function createJobs(): Promise<readonly string[]> {
  const { client } = platform;
  const ids: string[] = [];
  for (let number = 0; number < jobs; number += 1) {
    const job = await client.jobs.create({
      name: `bench job-${number}-`,
      jobanalyses: [
        {
          analysis: { code: 'user_included', version: '0' },
          command: 'echo done > answer',
          hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1, walltime: 1 },
        },
      ],
    });
    ids.push(job.id);
    if (number < completedJobs) await client.jobs.submit(job.id);
  }
  for (;;) {
    let open = 0;
    for await (const row of client.jobs.list({ q: 'bench' })) {
      if (ids.indexOf(row.id) < completedJobs && row.jobStatus?.content !== 'Completed') open += 1;
    }
    if (open === 0) return ids;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Keeps every connection busy with one kind of request, checks each answer's status, and prints a row. */
async function measure(name: string, pathOf: (turn: number) => string): Promise<void> {
  const times: number[] = [];
  const busyBefore = processorSeconds(platform.serverPid);
  const started = performance.now();
  const end = started + seconds * 1000;
  let turn = 0;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const sent = performance.now();
      const path = pathOf(turn++);
      const headers = { authorization: `Token ${platform.token}` };
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      await body.dump({ limit: 100_000_000 });
      if (statusCode !== 200) throw new Error(`Expected 200 from ${path}, got ${statusCode}`);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const perSecond = times.length / ((performance.now() - started) / 1000);
  const busy = processorSeconds(platform.serverPid) - busyBefore;
  times.sort((a, b) => a - b);
  const quantile = (q: number): string => (times[Math.floor(times.length * q)] ?? NaN).toFixed(1);
  const each = ((busy / times.length) * 1000).toFixed(2);
  console.log(
    `| ${name} | ${perSecond.toFixed(0)} | ${quantile(0.5)} | ${quantile(0.99)} | ${each} |`,
  );
}
