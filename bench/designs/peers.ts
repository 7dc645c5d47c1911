import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Seconds of the clock and of the processor, or a figure. */
export interface Figure {
  readonly wall?: number;
  readonly cpu?: number;
  readonly value?: number;
}

/** The peers, kept running so that neither their start nor their imports count. */
export interface Peers {
  /** @returns undefined where the peer isn't installed */
  readonly ask: (task: string, rows?: number) => Promise<Figure | undefined>;
  readonly close: () => void;
}

/** Starts `peers.py`. @param python an interpreter with numpy and scipy; without them every answer is undefined */
export function startPeers(python: string): Peers {
  const script = fileURLToPath(new URL('../../../bench/designs/peers.py', import.meta.url));
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (task, rows) => {
      child.stdin.write(`${JSON.stringify({ task, rows })}\n`);
      const { value, done } = await lines.next();
      if (done === true) return undefined;
      const answer = JSON.parse(value) as Figure & { readonly missing?: string };
      return answer.missing === undefined ? answer : undefined;
    },
    close: () => child.stdin.end(),
  };
}
