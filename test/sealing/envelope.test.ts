import { describe, expect, it } from 'vitest';
import {
  enclose,
  open,
  openAnyResult,
  openArguments,
  resultOf,
  startOf,
} from '../../src/sealing/envelope.ts';

const signal = enclose('signal stop', 'r/1', [{ mode: 'stop' }]);

describe('an envelope', () => {
  it('gives its content for its purpose alone', () => {
    expect(openArguments([signal], 'signal stop')).toEqual({
      request: 'r/1',
      args: [{ mode: 'stop' }],
    });
    expect(open(signal, 'signal resume')).toEqual({
      refused: 'it was made as "signal stop", not as "signal resume"',
    });
  });

  it('answers to its own request alone', () => {
    expect(open(signal, 'signal stop', 'r/1')).toEqual({ request: 'r/1', content: signal.content });
    expect(open(signal, 'signal stop', 'r/2')).toHaveProperty('refused');
  });

  it('is what every message must have', () => {
    for (const args of [[], [signal, signal], [{ mode: 'stop' }], [null], ['signal stop']]) {
      expect(openArguments(args, 'signal stop')).toHaveProperty('refused');
    }
    expect(openArguments([enclose('signal stop', 'r/1', 'no list')], 'signal stop')).toHaveProperty(
      'refused',
    );
  });

  it('passes on why a payload was refused', () => {
    expect(open({ refused: 'it carries no seal' }, 'signal stop')).toEqual({
      refused: 'it carries no seal',
    });
  });

  it('tells the result of a workflow from anything else of it', () => {
    const result = enclose(resultOf(startOf('studyWorkflow')), 'r/1', 'ended');
    expect(openAnyResult(result)).toEqual({ request: 'r/1', content: 'ended' });
    expect(openAnyResult(signal)).toHaveProperty('refused');
    expect(openAnyResult(undefined)).toHaveProperty('refused');
  });
});
