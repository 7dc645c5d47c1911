import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DesignMethod } from '../../src/design/design-settings.ts';
import { studyText } from './own-tasks.ts';

/** The clock's seconds and the most memory of `doeflow plan STUDY --design FILE` as a program of its own; memory on Linux only. */
export async function measurePlan(
  method: DesignMethod,
  runs: number,
): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-bench-'));
  const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
  writeFileSync(join(folder, 'study.yaml'), studyText(method, runs));
  try {
    const start = performance.now();
    const child = spawn(process.execPath, [program, 'plan', '.', '--design', 'design.csv'], {
      cwd: folder,
      stdio: 'ignore',
    });
    let megabytes = NaN;
    const watch = setInterval(() => {
      megabytes = peakMegabytes(child.pid) ?? megabytes;
    }, 50);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearInterval(watch);
    if (code !== 0) throw new Error(`Expected a plan, got exit code ${code}`);
    return { seconds: (performance.now() - start) / 1000, megabytes };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function peakMegabytes(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /VmHWM:\s+(\d+)/u.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    // Not Linux, or it has just ended.
    return undefined;
  }
}
