/** Each program that a command starts beside itself is one file in the build: to read hundreds of modules would take most of its start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distFolder } from '../kit/dist-folder.ts';

describe.each(['worker/main', 'src/local-platform/main', 'src/host/supervisor-main'])(
  'the built %s',
  (program) => {
    const read = (ending: string): string =>
      readFileSync(join(distFolder(), `${program}${ending}`), 'utf8');

    it('imports none of our modules', () => {
      const imports = read('.js').matchAll(
        /^(?:import|\} from) .*?"([^"]+)";$|\bimport\("([^"]+)"\)/gmu,
      );
      const names = Array.from(imports, ([, first, later]) => first ?? later ?? '');
      expect(names).toContain('node:fs');
      expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
    });

    it('has the licences of what it holds beside it', () => {
      expect(read('-licences.txt')).toMatch(/^zod \d.*, MIT$/mu);
    });
  },
);

it('the built command line requires what it loads later: kept as compiled code, it can not import', () => {
  const script = readFileSync(join(distFolder(), 'src/cli/command-line.cjs'), 'utf8');
  expect(script).toContain('require("@aws-sdk/client-s3")');
  expect(script).not.toMatch(/\bimport\("@/u);
});
