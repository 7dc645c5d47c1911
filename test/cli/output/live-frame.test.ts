import { expect, it } from 'vitest';
import { createLiveFrame } from '../../../src/cli/output/live-frame.ts';

it('takes its lines away on a terminal that says it has no size', () => {
  let written = '';
  const stream = { columns: 0, rows: 0, write: (text: string) => (written += text) };
  const frame = createLiveFrame(stream as unknown as NodeJS.WriteStream);
  frame.draw(['one', 'two']);
  expect(written).toContain('one\ntwo\n');
  frame.draw(['three']);
  expect(written).toContain('\u001b[2A\u001b[J');
  expect(written).not.toContain('NaN');
});
