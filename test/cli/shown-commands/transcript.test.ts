import { describe, expect, it } from 'vitest';
import { createLeveller, playTranscript } from './transcript.ts';

const block = (...lines: readonly string[]): string => ['```console', ...lines, '```'].join('\n');

describe('a page that shows a session', () => {
  it('gets what its commands print now, and keeps all else', async () => {
    const page = `# Title\n\n${block('$ one', 'old', '$ two <<E', '> line', '> E', '$ three')}\n\n    $ not this\n`;
    const ran: string[] = [];
    const played = await playTranscript(page, async (command) => {
      ran.push(command);
      return command === 'three' ? '' : `new ${ran.length}\n`;
    });
    expect(ran).toEqual(['one', 'two <<E\nline\nE', 'three']);
    expect(played).toBe(
      `# Title\n\n${block('$ one', 'new 1', '$ two <<E', '> line', '> E', 'new 2', '$ three')}\n\n    $ not this\n`,
    );
  });

  it('leaves out what it left out before: all but as many lines at the start and at the end', async () => {
    const page = block('$ many', 'x', '…', 'x', 'x');
    const played = await playTranscript(page, async () => '1\n2\n3\n4\n5\n6\n');
    expect(played).toBe(block('$ many', '1', '…', '5', '6'));
  });

  it('shows all of an output that has nothing to leave out any more', async () => {
    const page = block('$ few', 'x', '…', 'x', 'x');
    expect(await playTranscript(page, async () => '1\n2\n3\n')).toBe(block('$ few', '1', '2', '3'));
  });

  it('begins each block with a command', async () => {
    await expect(playTranscript(block('said'), async () => '')).rejects.toThrow(/got: said/);
  });
});

describe('what commands print on another machine, at another time', () => {
  const level = (text: string): string =>
    createLeveller({ paths: [['/tmp/a1', '/home/you']] })(text);

  it('is the same on the page', () => {
    const first = 'my-20261122-153659 in /tmp/a1/x at 127.0.0.1:4100, then my-20261122-160000';
    expect(level(first)).toBe(
      'my-20260302-091000 in /home/you/x at 127.0.0.1:27818, then my-20260302-091100',
    );
    expect(level('ok  Disk  /tmp/a1, 79.8 GB free\nok  Worker  88@vm on queue')).toBe(
      'ok  Disk  /home/you, 120 GB free\nok  Worker  4711@workstation on queue',
    );
    expect(level('Node   22.1.0\nTemporal   server 1.30.2\nup: temporal 81, worker 9')).toBe(
      'Node   20.20.2\nTemporal   server 1.29.1\nup: temporal 4711, worker 4712',
    );
  });

  it('costs what an example costs, as that depends on the time that runs take', () => {
    expect(level('cost     about 0.00005 to 0.12 USD')).toBe('cost     about 0.0012 to 0.0054 USD');
  });

  it('keeps a time, an address and a process what they were', () => {
    const one = createLeveller({ paths: [] });
    expect(one('20261122-153659 20261122-160000')).toBe('20260302-091000 20260302-091100');
    expect(one('20261122-160000')).toBe('20260302-091100');
  });

  it('shows no progress, as nobody knows when that is told', () => {
    expect(level('begun\nmy: Running; 3/24 done; elapsed 0:02\nended\n')).toBe('begun\nended\n');
  });
});
