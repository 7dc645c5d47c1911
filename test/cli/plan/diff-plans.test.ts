import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadPlan } from '../../../src/cli/load-plan.ts';
import { describeDiff } from '../../../src/cli/plan/describe-diff.ts';
import { diffPlans, type PlanSide } from '../../../src/cli/plan/diff-plans.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-diff-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const base = `name: beam
variables:
  - {name: w, type: Design, generator: Linspace, settings: {minvalue: 1, maxvalue: 3, count: 3}}
  - {name: load, type: Case, values: [500, 1000]}
  - {name: y, type: Output, from: {file: out.json, pointer: /y}}
design: {method: full-factorial}
job:
  analysis: {code: user_included}
  command: 'solve \${load}'
  hardware: {coreType: emerald, slots: 2}
  templates: [{template: in.txt.in, as: in.txt}]
`;
let count = 0;

async function side(text = base, template = 'first\nw = ${w}\nlast\n'): Promise<PlanSide> {
  const folder = join(root, String((count += 1)));
  mkdirSync(folder);
  writeFileSync(join(folder, 'study.yaml'), text);
  writeFileSync(join(folder, 'in.txt.in'), template);
  const { loaded, plan } = await loadPlan(folder);
  return { name: `side ${count}`, study: loaded.study, plan, files: loaded.files };
}

/** Each pair is a text of the base and what stands in its place. */
async function changed(...pairs: readonly (readonly [string, string])[]): Promise<PlanSide> {
  let text = base;
  for (const [from, to] of pairs) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  return side(text);
}

function lines(view: ReturnType<typeof describeDiff>): string {
  return view.human.flatMap((block) => (block.kind === 'text' ? block.lines : [])).join('\n');
}

describe('the difference of two plans', () => {
  it('is nothing for the same study with other comments', async () => {
    const [before, after] = [await side(), await changed(['name: beam', '# why\nname: beam'])];
    const diff = await diffPlans(before, after, 3);
    expect(diff).toMatchObject({ equal: true, rows: { same: 6, added: 0, removed: 0 }, files: [] });
    expect(lines(describeDiff(diff, before, after))).toContain('Both plans are the same');
  });

  it('names each setting at its place, with both values', async () => {
    const after = await changed(
      ['maxvalue: 3, count: 3', 'maxvalue: 4, count: 3'],
      ['pointer: /y', 'pointer: /z'],
      ["'solve ${load}'", "'solve -v ${load}'"],
      ['slots: 2', 'slots: 8'],
      ['  templates', '  runWalltime: 5m\n  templates'],
    );
    const before = await side();
    const diff = await diffPlans(before, after, 3);
    expect(diff.settings).toMatchObject({
      inputs: [{ what: 'w.settings.maxvalue', before: 3, after: 4 }],
      outputs: [{ what: 'y.pointer', before: '/y', after: '/z' }],
      command: [{ what: 'command', before: 'solve ${load}', after: 'solve -v ${load}' }],
      hardware: [{ what: 'slots', before: 2, after: 8 }],
      limits: [{ what: 'runWalltimeSeconds', after: 300 }],
      design: [],
      software: [],
      further: [],
    });
    const text = lines(describeDiff(diff, before, after));
    expect(text).toContain('hardware:\n  slots: 2 -> 8');
    expect(text).toContain('limits:\n  + runWalltimeSeconds: 300');
  });

  it('tells runs by their values: added, removed, and under other numbers', async () => {
    // w = 1, 2, 3 before and 1, 1.5, 2, 2.5, 3 after; each with both loads.
    const after = await changed(['count: 3', 'count: 5']);
    const { rows } = await diffPlans(await side(), after, 1);
    expect(rows).toEqual({
      before: 6,
      after: 10,
      same: 6,
      renumbered: 4,
      added: 4,
      removed: 0,
      addedRows: [{ run: 3, values: { w: 1.5, load: 500 } }],
      removedRows: [],
    });
    const back = await diffPlans(after, await side(), 1);
    expect(back.rows).toMatchObject({ added: 0, removed: 4 });
    expect(back.rows.removedRows).toEqual([{ run: 3, values: { w: 1.5, load: 500 } }]);
  });

  it('shows the lines of a template that are not the same', async () => {
    const [before, after] = [await side(), await side(base, 'first\nwidth = ${w}\nmore\nlast\n')];
    const diff = await diffPlans(before, after, 3);
    expect(diff.files).toEqual([
      {
        path: 'in.txt.in',
        role: 'template',
        change: 'changed',
        lines: { from: 2, before: ['w = ${w}'], after: ['width = ${w}', 'more'] },
      },
    ]);
    expect(lines(describeDiff(diff, before, after))).toContain('    - w = ${w}\n    + width');
  });
});
