import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { drain, hearSignals } from '../../worker/drain.ts';

const scene = (): Parameters<typeof drain>[0] & { readonly said: string[] } => {
  const said: string[] = [];
  const worker = (name: string, numInFlightActivities: number) =>
    ({
      getState: () => 'RUNNING',
      getStatus: () => ({ numInFlightActivities }),
      shutdown: () => said.push(`${name} shut down`),
    }) as never;
  return {
    ...{ said, drainMs: 2500, handBack: new AbortController() },
    workers: [worker('control', 3), worker('files', 1)],
    log: { info: (_: object, text?: string) => said.push(text ?? '') },
  };
};

it('tells how much is under way and how long the end may take, and shuts down each worker once', () => {
  const begun = scene();
  drain(begun, 'SIGTERM');
  drain(begun, 'again');
  const [first, ...others] = begun.said;
  expect(first).toMatch(/^SIGTERM: .* within 12\.5 s\. Activities under way: 4; .* after 2\.5 s\./);
  expect(others).toEqual(['control shut down', 'files shut down']);
  expect(begun.handBack.signal.aborted).toBe(true);
});

it('has waits handed back before a worker is shut down', () => {
  const { said, handBack, ...rest } = scene();
  handBack.signal.addEventListener('abort', () => said.push('handed back'));
  drain({ ...rest, handBack }, 'SIGTERM');
  expect(said.indexOf('handed back')).toBeLessThan(said.indexOf('control shut down'));
});

it('ends at once before it works, gently on the first signal of any kind, at once on a second, and never after its end', () => {
  const hear = () => {
    const [source, said] = [new EventEmitter(), [] as string[]];
    const signals = hearSignals((why) => said.push(`unbegun ${why}`), source);
    return { source, said, signals };
  };
  const early = hear();
  early.source.emit('SIGTERM');
  expect(early.said).toEqual(['unbegun SIGTERM']);

  const { source, said, signals } = hear();
  signals.serve(
    (why) => said.push(`begin ${why}`),
    (why) => said.push(`leave: ${why}`),
  );
  source.emit('SIGTERM');
  source.emit('SIGINT');
  signals.over();
  source.emit('SIGTERM');
  expect(said).toEqual(['begin SIGTERM', 'leave: second signal, SIGINT']);
});
