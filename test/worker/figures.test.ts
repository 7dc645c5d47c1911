import { readFileSync } from 'node:fs';
import type { MetricMeter } from '@temporalio/common';
import { expect, test } from 'vitest';
import { createFigures } from '../../worker/figures.ts';

interface Told {
  readonly name: string;
  readonly value: number;
}

/** A meter that remembers what was made and told, under the names that Prometheus has for them. */
function rememberingMeter(): { meter: MetricMeter; names: Set<string>; told: Told[] } {
  const names = new Set<string>();
  const told: Told[] = [];
  const tell = (name: string) => (value: number) => void told.push({ name, value });
  const make = (suffix: string) => (name: string, _type: string, unit?: string) => {
    const whole = [name, ...(unit !== undefined && suffix === '_bucket' ? [unit] : [])].join('_');
    names.add(`${whole}${suffix}`);
    return { add: tell(name), record: tell(name), set: tell(name) };
  };
  const meter = {
    createCounter: make('_total'),
    createHistogram: make('_bucket'),
    createGauge: make(''),
  };
  return { meter: meter as unknown as MetricMeter, names, told };
}

test('the dashboard asks for figures that a worker shows', () => {
  const { meter, names } = rememberingMeter();
  createFigures(meter);
  const board = readFileSync(
    new URL('../../deploy/grafana-dashboard.json', import.meta.url),
    'utf8',
  );
  const asked = new Set(board.match(/\bdoeflow_\w+/gu));
  expect(asked).toEqual(names);
});

test('answers 429 are counted from nought, so that the first is an increase', () => {
  const { meter, told } = rememberingMeter();
  const figures = createFigures(meter);
  expect(told).toEqual([{ name: 'doeflow_platform_rate_limited', value: 0 }]);
  figures.platformCall({ event: 'answered', method: 'GET', status: 429 } as never);
  expect(told.slice(1)).toEqual([
    { name: 'doeflow_platform_requests', value: 1 },
    { name: 'doeflow_platform_rate_limited', value: 1 },
  ]);
});
