import { describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { hashOfFiles, parseStudy, refusedChanges } from '../../src/study-file/index.ts';
import type { Study } from '../../src/study/study.ts';
import { exampleText, inMemory } from './example.ts';

function parse(notify: string): Study {
  return parseStudy(`${exampleText}${notify}\n`, inMemory()).study;
}

describe('whom a study tells', () => {
  it('is a list of names, or names and events', () => {
    const all = ['finished', 'paused', 'stuck', 'trouble'];
    expect(parse('notify: [ops, chat, ops]').notify).toEqual({ to: ['ops', 'chat'], on: all });
    expect(parse('notify: {to: [ops]}').notify).toEqual({ to: ['ops'], on: all });
    const some = parse('notify: {to: [ops], on: [paused, finished]}').notify;
    expect(some).toEqual({ to: ['ops'], on: ['paused', 'finished'] });
    expect(parse('').notify).toBeUndefined();
  });

  it.each([
    'notify: []',
    'notify: {on: [finished]}',
    'notify: {to: [ops], on: [done]}',
    'notify: https://hooks.example.com/x',
    'notify: [https://hooks.example.com/x]',
    'notify: [{command: [rm, -rf, /]}]',
    'notify: {to: [ops], command: [id]}',
    'notify: {to: [ops], webhook: https://hooks.example.com/x}',
  ])('is never an address or a command: %s', (text) => {
    expect(() => parse(text)).toThrow(StudyError);
  });

  it('decides nothing that runs: the plan stays the same', () => {
    expect(hashOfFiles(parse('notify: [ops]'), [])).toBe(hashOfFiles(parse(''), []));
  });

  it('is fixed when the study is started', () => {
    expect(refusedChanges(parse(''), parse('notify: [ops]'))).toEqual([
      'notify: whom a study tells is fixed when it is started',
    ]);
  });
});
