import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenForInterrupt } from '../../src/cli/interrupt.ts';

function setUp() {
  const source = new EventEmitter();
  const left: number[] = [];
  const slow = vi.fn();
  const interrupt = listenForInterrupt(source, (code) => left.push(code), slow);
  return { source, left, slow, interrupt };
}

afterEach(() => vi.useRealTimers());

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

  it('is answered with words where the end takes long, and only there', () => {
    vi.useFakeTimers();
    const long = setUp();
    const short = setUp();
    for (const { source, interrupt } of [long, short]) {
      interrupt.handle();
      source.emit('SIGINT');
    }
    short.interrupt.close();
    vi.advanceTimersByTime(10_000);
    expect(long.slow).toHaveBeenCalledOnce();
    expect(short.slow).not.toHaveBeenCalled();
  });

  it('is left to the system while something is calculated, unless an end is needed', async () => {
    const { source, interrupt } = setUp();
    const listeners = () => Promise.resolve(source.listenerCount('SIGTERM'));
    expect(await interrupt.unheard(listeners)).toBe(0);
    await expect(interrupt.unheard(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await listeners()).toBe(1);
    interrupt.handle();
    expect(await interrupt.unheard(listeners)).toBe(1);
  });

  it('is heard where it came while the loop was busy just before', async () => {
    const left: number[] = [];
    const interrupt = listenForInterrupt(
      process,
      (code) => left.push(code),
      () => undefined,
    );
    try {
      // As after modules were loaded: the signal came, and nobody has looked since.
      await new Promise((resolve) => setTimeout(resolve, 5));
      process.kill(process.pid, 'SIGHUP');
      await interrupt.unheard(() => Promise.resolve());
      expect(left).toEqual([130]);
    } finally {
      interrupt.close();
    }
  });

  it('is nobody’s business after the end', () => {
    const { source, interrupt } = setUp();
    interrupt.close();
    expect(source.listenerCount('SIGINT')).toBe(0);
  });
});
