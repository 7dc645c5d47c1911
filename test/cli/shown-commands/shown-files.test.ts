/** The files that pages show can be used as they are. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCatalogue } from '../../../src/local-platform/catalogue/catalogue.ts';
import { readFaultPlan } from '../../../src/local-platform/faults/fault-plan.ts';
import { parseStudy } from '../../../src/study-file/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-shown-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The blocks of YAML on a page. */
function yamlOf(page: string): readonly string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```yaml\n([^]*?)^```$/gmu);
  return [...blocks].map(([, text = '']) => text);
}

function fileOf(text: string): string {
  const file = join(folder, 'shown.yaml');
  writeFileSync(file, text);
  return file;
}

it('README shows a study that has no mistake', () => {
  const [text = ''] = yamlOf('README.md');
  const { study } = parseStudy(text, {
    file: 'study.yaml',
    readFile: () => '{"w": ${w}, "E": ${E?string("0.00")}, "load": ${load}}',
    fileExists: () => true,
  });
  expect(study).toMatchObject({ name: 'beam-load', design: { runs: 200 } });
});

it('docs/local-platform.md shows a catalogue and a fault plan that are taken', () => {
  const [catalogue = '', faults = ''] = yamlOf('docs/local-platform.md');
  expect(readCatalogue(fileOf(catalogue)).analyses).toMatchObject([{ code: 'beam_solver' }]);
  expect(readFaultPlan(fileOf(faults)).rules).toHaveLength(5);
});
