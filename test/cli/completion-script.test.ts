import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScript } from '../../src/cli/completion-script.ts';

const verbs = [
  {
    name: 'run',
    summary: "start a study and 'watch' it",
    options: ['--results'],
    takesStudyId: false,
  },
  { name: 'status', summary: 'how a study stands', options: [], takesStudyId: true },
];

/** What bash would offer for a line, with `doeflow list` answering two ids. */
function complete(...words: string[]): string[] {
  const script = `
doeflow() { printf 'beam-1\\nbeam-2\\n'; }
${completionScript('bash', verbs)}
COMP_WORDS=(doeflow ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_doeflow; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

describe('completion', () => {
  it('offers verbs, options and study ids in bash', () => {
    expect(complete('')).toEqual(['run', 'status']);
    expect(complete('run', '--r')).toEqual(['--results']);
    expect(complete('status', 'beam')).toEqual(['beam-1', 'beam-2']);
  });

  it('offers the same to the other shells', () => {
    expect(completionScript('zsh', verbs)).toContain('bashcompinit');
    const fish = completionScript('fish', verbs);
    expect(fish).toContain('-a status');
    expect(fish).toContain("-d 'start a study and \\'watch\\' it'");
  });
});
