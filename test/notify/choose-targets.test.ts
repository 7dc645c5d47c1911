import { expect, it } from 'vitest';
import { chooseTargets } from '../../src/notify/index.ts';

const targets = {
  ops: { command: ['x'] as [string] },
  all: { command: ['y'] as [string], default: true },
};

it('tells those that the study names, and those that are told of every study', () => {
  expect(chooseTargets({ to: ['ops'], on: ['finished'] }, targets)).toEqual([
    { name: 'ops', on: ['finished'] },
    { name: 'all', on: ['finished', 'paused', 'stuck', 'trouble'] },
  ]);
});

it('tells a default target only what the study says, where it names it', () => {
  expect(chooseTargets({ to: ['all'], on: ['paused'] }, targets)).toEqual([
    { name: 'all', on: ['paused'] },
  ]);
});

it('tells nobody where nobody is named', () => {
  expect(chooseTargets(undefined, { ops: targets.ops })).toEqual([]);
});
