import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writeJsonLine } from '../../src/local-platform/line-stream.ts';
import type { RunnerCommand } from '../../src/local-platform/protocol.ts';
import { runnerSocketPath } from '../../src/local-platform/socket-path.ts';
import { waitFor } from '../kit/processes.ts';
import { RunningPlatform } from './running/running-platform.ts';

it('executes a job once that the runner is told to start over and over, also while it closes', async () => {
  const platform = await new RunningPlatform().start();
  // The runner's process file is there a moment before its socket is.
  const address = runnerSocketPath(platform.dataFolder);
  await waitFor('the runner to listen', () => existsSync(address));
  const socket = connect(address);
  await once(socket.resume(), 'connect');
  for (let job = 0; job < 6; job += 1) {
    const jobId = await platform.submitSweep('sleep 0.1; cat x.txt > y.txt', [1, 2, 3]);
    let isOver = false;
    const ended = platform.untilStatus(jobId, 'Completed (Completed successfully)');
    void ended.finally(() => (isOver = true));
    // Before it is staged the runner would refuse it for good.
    await platform.untilStatus(jobId, 'Executing');
    while (!isOver) {
      writeJsonLine(socket, { type: 'start', jobId } satisfies RunnerCommand);
      await delay(0);
    }
    await ended;
    for (const kind of ['run started', 'run ended'] as const) {
      expect([...(await platform.runsInLedger(jobId, kind)).values()]).toEqual([1, 1, 1]);
    }
  }
  socket.destroy();
  await platform.end();
}, 60_000);
