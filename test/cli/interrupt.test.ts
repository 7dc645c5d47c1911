import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { listenForInterrupt } from '../../src/cli/interrupt.ts';

function setUp() {
  const source = new EventEmitter();
  const left: number[] = [];
  const interrupt = listenForInterrupt(source, (code) => left.push(code));
  return { source, left, interrupt };
}

describe('Ctrl-C', () => {
  it('leaves at once while nothing needs an end', () => {
    const { source, left, interrupt } = setUp();
    source.emit('SIGINT');
    expect(left).toEqual([130]);
    expect(interrupt.signal.aborted).toBe(false);
  });

  it('asks for an end the first time and leaves the second time', () => {
    const { source, left, interrupt } = setUp();
    interrupt.handle();
    source.emit('SIGTERM');
    expect(interrupt.signal.aborted).toBe(true);
    expect(left).toEqual([]);
    source.emit('SIGINT');
    expect(left).toEqual([130]);
  });

  it('is nobody’s business after the end', () => {
    const { source, interrupt } = setUp();
    interrupt.close();
    expect(source.listenerCount('SIGINT')).toBe(0);
  });
});
