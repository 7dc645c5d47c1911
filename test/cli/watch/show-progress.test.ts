import { describe, expect, it } from 'vitest';
import { createProgressView, tellNotes } from '../../../src/cli/watch/show-progress.ts';
import type { Output } from '../../../src/cli/output/output.ts';
import { platformDown, progress, watchState } from './watch-states.ts';

const doubled = 'The platform has job 1 more than once: a is used';

function recorded(live: boolean) {
  const said: string[] = [];
  const output = {
    live,
    quiet: false,
    width: 80,
    colors: { bold: String, dim: String, green: String, red: String, yellow: String },
    note: (text: string) => said.push(text),
    frame: () => undefined,
  } as unknown as Output;
  return { output, said, notes: () => said.filter((line) => line.startsWith('note: ')) };
}

describe('the notes of a study', () => {
  it.each([true, false])('are told once each while it runs; live frame: %s', (live) => {
    const { output, notes } = recorded(live);
    const told = new Set<string>();
    const show = createProgressView(output, () => new Date(), told);
    show(watchState({ progress: progress({ notes: [doubled] }) }), []);
    show(watchState({ progress: progress({ notes: [doubled, 'second'] }) }), []);
    expect(notes()).toEqual([`note: ${doubled}`, 'note: second']);
    tellNotes(output, [doubled, 'second', 'at the end'], told);
    expect(notes().slice(2)).toEqual(['note: at the end']);
  });
});

describe('what was waited for', () => {
  it.each([
    [false, 'recovered after'],
    [true, 'the study ended while it still waited for the platform'],
  ])('and is waited for no more; because the study has ended: %s', (over, words) => {
    const { output, said } = recorded(false);
    const show = createProgressView(output, () => new Date());
    show(undefined, [platformDown]);
    show(undefined, [], over);
    expect(said.at(-1)).toContain(words);
    expect(said.filter((line) => line.startsWith('recovered'))).toHaveLength(over ? 0 : 1);
  });
});
