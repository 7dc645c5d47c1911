/** What becomes of output that nobody takes: a full disk behind `>`, and a reader that ended early. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distFolder } from '../../kit/dist-folder.ts';
import { titled, whyNoFullDevice } from '../../kit/skip-words.ts';

const main = join(distFolder(), 'src/cli/main.js');

function shell(line: string) {
  const { status, stderr } = spawnSync('bash', ['-c', line, process.execPath, main], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('output', () => {
  it.skipIf(whyNoFullDevice !== undefined).each([
    ['designs', 'error: The output could not be written: ENOSPC'],
    ['--help', 'error: The output could not be written: ENOSPC'],
    ['designs --json', '{"error":{"code":"STORAGE_REFUSED"'],
  ])(
    titled('of `%s` that a full disk refuses is told, with code 4', whyNoFullDevice),
    (argv, words) => {
      const { status, stderr } = shell(`"$0" "$1" ${argv} > /dev/full`);
      expect(status).toBe(4);
      expect(stderr.startsWith(words), stderr).toBe(true);
      expect(stderr).not.toContain('node:');
    },
  );

  it('that its reader has enough of is no error', () => {
    const line = '"$0" "$1" schema | head -c 1 > /dev/null; exit "${PIPESTATUS[0]}"';
    expect(shell(line)).toEqual({ status: 0, stderr: '' });
  });
});
