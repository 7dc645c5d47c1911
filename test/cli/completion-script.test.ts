import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionScript, type CompletedVerb } from '../../src/cli/completion-script.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';

const part = (name: string): CompletedVerb => ({
  ...{ name: `archive ${name}`, summary: `${name} it`, options: [`--of-${name}`], verbs: [] },
  ...(name === 'show' ? { listedBy: 'doeflow archive list --quiet' } : {}),
});
const verbs: readonly CompletedVerb[] = [
  {
    ...{ name: 'run', summary: "start a study and 'watch' it" },
    ...{ options: ['--results'], verbs: [] },
  },
  {
    ...{ name: 'status', summary: 'how a study stands' },
    ...{ options: [], listedBy: 'doeflow list --quiet', takesRun: true, verbs: [] },
  },
  {
    ...{ name: 'archive', summary: 'keep jobs', options: [] },
    verbs: [part('create'), part('show'), part('status')],
  },
];

/** What bash would offer for a line, with `doeflow` listing two of each. */
function complete(script: string, ...words: string[]): string[] {
  const line = `
doeflow() { if [ "$1" = archive ]; then printf 'nightly\\nweekly\\n'; elif [ "$1" = runs ]; then echo 1; echo 12; else printf 'beam-1\\nbeam-2\\n'; fi; }
${script}
COMP_WORDS=(doeflow ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_doeflow; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trim().split('\n');
}

describe('completion', () => {
  it('offers verbs, options and study ids in bash', () => {
    const script = completionScript('bash', verbs);
    expect(complete(script, '')).toEqual(['run', 'status', 'archive']);
    expect(complete(script, 'run', '--r')).toEqual(['--results']);
    expect(complete(script, 'status', 'beam')).toEqual(['beam-1', 'beam-2']);
    expect(complete(script, 'status', 'beam-1/')).toEqual(['beam-1/1', 'beam-1/12']);
    expect(complete(script, 'run', 'beam-1/')).toEqual(['']);
  });

  it('offers what a verb of several parts does, with options and names of each', () => {
    const script = completionScript('bash', verbs);
    expect(complete(script, 'archive', '')).toEqual(['create', 'show', 'status']);
    expect(complete(script, 'archive', 'show', '')).toEqual(['nightly', 'weekly']);
    expect(complete(script, 'archive', 'status', '')).toEqual(['']);
    expect(complete(script, 'archive', 'create', '--of')).toEqual(['--of-create']);
    expect(complete(script, 'archive', 'create', 'x', '--j')).toEqual(['--json']);
  });

  it('offers what options may have, and the profiles that there are', async () => {
    const { stdout } = await doeflowInProcess(['completion', 'bash'], {});
    expect(complete(stdout, 'results', 'x', '--format', '')).toContain('parquet');
    expect(complete(stdout, 'results', 'x', '--format', 'j')).toEqual(['json']);
    expect(complete(stdout, 'archive', 'create', '--overlap', 'sk')).toEqual(['skip']);
    expect(complete(stdout, 'run', '--profile', '')).toEqual(['beam-1', 'beam-2']);
    expect(complete(stdout, 'run', '--profile')).toEqual(['--profile']);
    const fish = (await doeflowInProcess(['completion', 'fish'], {})).stdout;
    expect(fish).toMatch(/__doeflow_is results' -l format -x -a '.*parquet/u);
    const home = mkdtempSync(join(tmpdir(), 'doeflow-profiles-'));
    const file = join(home, 'config.yaml');
    writeFileSync(file, 'profiles: {acme: {}, lab: {}}\n', { mode: 0o600 });
    const listed = await doeflowInProcess(['config', '--profiles', '--quiet'], {
      DOEFLOW_CONFIG: file,
    });
    rmSync(home, { recursive: true });
    expect(listed.stdout.trim().split('\n')).toEqual(['acme', 'lab', 'embedded']);
  });

  it('knows the parts of archive and schedule', async () => {
    const { stdout } = await doeflowInProcess(['completion', 'bash'], {});
    expect(complete(stdout, 'archive', 'tri')).toEqual(['trigger']);
    expect(complete(stdout, 'archive', 'trigger', '--w')).toEqual(['--wait']);
    expect(complete(stdout, 'archive', 'create', '--cr')).toEqual(['--cron']);
    expect(complete(stdout, 'archive', 'approve', 'n')).toEqual(['nightly']);
    expect(complete(stdout, 'archive', 'create', 'n')).toEqual(['']);
    expect(complete(stdout, 'schedule', 're')).toEqual(['resume']);
    expect(complete(stdout, 'schedule', 'create', '--noti')).toEqual([
      '--notify',
      '--notify-command',
    ]);
    expect(complete(stdout, 'schedule', 'resume', 'beam')).toEqual(['beam-1', 'beam-2']);
  });

  it('offers the same to the other shells', () => {
    expect(completionScript('zsh', verbs)).toContain('bashcompinit');
    const fish = completionScript('fish', verbs);
    expect(fish).toContain('-a status');
    expect(fish).toContain("-d 'start a study and \\'watch\\' it'");
    expect(fish).toContain("-n '__doeflow_is archive; and test (count (commandline -opc)) -eq 2'");
  });
});
