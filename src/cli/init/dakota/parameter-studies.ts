/** Dakota's parameter studies: methods whose points are given, not drawn. */
import type { DraftValue } from '../study-draft.ts';
import type { MethodInput, MethodReader, PointValue } from './dakota-design.ts';
import { readListOfPoints } from './list-of-points.ts';
import type { KeywordReader } from './keyword-reader.ts';
import type { GivenVariable } from './read-variables.ts';

type Source = GivenVariable['source'];

/** A grid: each input in as many equal parts as the file says, so it has one value more. */
export const multidimensional: MethodReader = (reader, inputs) => {
  const given = reader.numbers('partitions') ?? [1];
  if (given.length !== 1 && given.length !== inputs.length) {
    reader.note(
      `partitions has ${given.length} numbers for ${inputs.length} variables: what has none keeps its initial value`,
    );
  }
  const sources = inputs.map((input, index): readonly [string, Source] => {
    const parts = (given.length === 1 ? given[0] : given[index]) ?? 0;
    return [input.name, partition(input, parts, reader)];
  });
  return { design: { method: 'full-factorial' }, sources: new Map(sources) };
};

function partition({ name, given }: MethodInput, parts: number, reader: KeywordReader): Source {
  if (parts === 0 && given.initial !== undefined) return { values: [given.initial] };
  const uneven = (what: string): void => {
    reader.note(`partitions = ${parts} don't divide ${what} of ${name} evenly: all are taken`);
  };
  const { values } = given.source;
  if (isList(values)) {
    const sorted = inOrder(values);
    const steps = sorted.length - 1;
    if (parts > 0 && steps % parts === 0) {
      const stride = steps / parts;
      return { values: sorted.filter((_, index) => index % stride === 0) };
    }
    if (steps > 0) uneven(`the ${sorted.length} values`);
    return { values: sorted };
  }
  const [minvalue, maxvalue] = boundsOf(given) ?? [];
  if (minvalue === undefined || maxvalue === undefined) {
    reader.note(`partitions: ${name} has no bounds; ${parts + 1} values from 0 to 1 stand for it`);
    return { generator: 'Linspace', settings: { minvalue: 0, maxvalue: 1, count: parts + 1 } };
  }
  if (parts === 0) return { values: [minvalue] };
  if (given.source['generator'] !== 'FixedRange') {
    return { generator: 'Linspace', settings: { minvalue, maxvalue, count: parts + 1 } };
  }
  const increment = (maxvalue - minvalue) / parts;
  if (Number.isInteger(increment) && increment > 0) {
    return { generator: 'FixedRange', settings: { minvalue, maxvalue, increment } };
  }
  if (maxvalue > minvalue) uneven(`${minvalue} to ${maxvalue}`);
  return given.source;
}

/** Where a distribution has no bounds, Dakota takes three deviations to both sides of the mean. */
function boundsOf({ bounds, source }: GivenVariable): readonly [number, number] | undefined {
  const { generator, settings } = source;
  if (bounds !== undefined || generator !== 'Normal' || !isMap(settings)) return bounds;
  const { mean, stddev, minvalue, maxvalue } = settings;
  if (typeof mean !== 'number' || typeof stddev !== 'number') return undefined;
  return [
    typeof minvalue === 'number' ? minvalue : exact(mean - 3 * stddev),
    typeof maxvalue === 'number' ? maxvalue : exact(mean + 3 * stddev),
  ];
}

/** Equal steps along a line. */
export const vector: MethodReader = (reader, inputs) => {
  const steps = reader.number('num_steps') ?? 1;
  const words = [inputs.length, 'one for each variable'] as const;
  const final = reader.take('final_point');
  const step = reader.numbersFor(...words, 'step_vector');
  if (final !== undefined && final.length !== inputs.length) {
    reader.note(`final_point has ${final.length} values for ${inputs.length} variables`);
  }
  const from = inputs.map((input) => startOf(input, reader));
  const to = inputs.map((input, index): PointValue => {
    const start = from[index] ?? 0;
    const { values } = input.given.source;
    const end = final?.[index];
    if (!isList(values)) {
      return Number(end ?? exact(Number(start) + steps * (step[index] ?? 0)));
    }
    // Of a set Dakota counts in elements, from 0.
    const sorted = inOrder(values);
    const place = sorted.indexOf(start) + steps * (step[index] ?? 0);
    const element = sorted[Number(end ?? place)];
    if (element === undefined) reader.note(`the last point is no element of ${input.name}`);
    return element ?? start;
  });
  // An input that stays is none of the line.
  const moving = inputs.filter((_, index) => from[index] !== to[index]);
  const held = inputs.filter((input) => !moving.includes(input));
  const at = (points: readonly PointValue[]): DraftValue =>
    Object.fromEntries(moving.map((input) => [input.name, points[inputs.indexOf(input)] ?? 0]));
  return {
    design: { method: 'vector', from: at(from), to: at(to), steps },
    sources: new Map([
      ...widened(inputs, from, to),
      ...held.map((input): readonly [string, Source] => [
        input.name,
        { values: [from[inputs.indexOf(input)] ?? 0] },
      ]),
      ...sortedSets(moving),
    ]),
  };
};

/** Each input alone to both sides of a point. */
export const centered: MethodReader = (reader, inputs) => {
  const steps = reader.numbers('steps_per_variable', 'deltas_per_variable') ?? [1];
  const percent = reader.number('percent_delta');
  const given = reader.numbers('step_vector') ?? [];
  const most = steps.reduce((largest, one) => Math.max(largest, one), 1);
  const center = inputs.map((input) => startOf(input, reader));
  const step = inputs.map((_, index) => {
    if (percent === undefined) return given[index] ?? given[0] ?? 1;
    return exact((Math.abs(Number(center[index])) * percent) / 100) || 1;
  });
  const away = (sign: number): readonly PointValue[] =>
    center.map((one, index) =>
      typeof one === 'number' ? exact(one + sign * most * (step[index] ?? 0)) : one,
    );
  if (percent === undefined && given.length !== inputs.length) {
    reader.note(`step_vector has ${given.length} numbers for ${inputs.length} variables`);
  }
  if (steps.some((one) => one !== most)) {
    reader.note(`steps_per_variable = ${steps.join(' ')}: ${most} steps are taken for all`);
  }
  if (percent !== undefined && center.includes(0)) {
    reader.note(`percent_delta = ${percent} is no step from 0: 1 stands for it`);
  }
  return {
    design: {
      method: 'centered',
      center: named(inputs, center),
      step: named(inputs, step),
      steps: most,
    },
    sources: new Map([...widened(inputs, away(-1), away(1)), ...sortedSets(inputs)]),
  };
};

/** Points one after the other, in the input or in a file beside it. */
export const list: MethodReader = (reader, inputs, readBeside) => ({
  design: { method: 'table', file: 'points.csv' },
  sources: new Map(inputs.map(({ name }) => [name, {}])),
  ...readListOfPoints(reader, inputs, readBeside),
});

function startOf({ name, given }: MethodInput, reader: KeywordReader): PointValue {
  if (given.initial !== undefined) return given.initial;
  reader.note(`the initial point of ${name} is its mean, which isn't computed: 0 stands for it`);
  return 0;
}

function named(inputs: readonly MethodInput[], values: readonly PointValue[]): DraftValue {
  return Object.fromEntries(inputs.map(({ name }, index) => [name, values[index] ?? 0]));
}

/** Ranges that hold all points of the method, for inputs without bounds that do. */
function widened(
  inputs: readonly MethodInput[],
  from: readonly PointValue[],
  to: readonly PointValue[],
): readonly (readonly [string, Source])[] {
  return inputs.flatMap(({ name, given }, index) => {
    const [a, b] = [Number(from[index] ?? 0), Number(to[index] ?? 0)];
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const { bounds } = given;
    if (given.source['generator'] !== 'Uniform') return [];
    if (bounds !== undefined && bounds[0] <= low && bounds[1] >= high) return [];
    const maxvalue = high > low ? high : low + 1;
    return [[name, { generator: 'Uniform', settings: { minvalue: low, maxvalue } }] as const];
  });
}

/** Steps along a set go by its order, which in Dakota is ascending. */
function sortedSets(inputs: readonly MethodInput[]): readonly (readonly [string, Source])[] {
  return inputs.flatMap(({ name, given }) => {
    const { values } = given.source;
    return isList(values) ? [[name, { values: inOrder(values) }] as const] : [];
  });
}

function inOrder(values: readonly DraftValue[]): readonly PointValue[] {
  return values
    .filter((value) => typeof value === 'number' || typeof value === 'string')
    .toSorted((a, b) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : a < b ? -1 : a > b ? 1 : 0,
    );
}

/** The number without what adding binary fractions puts behind its digits. */
function exact(value: number): number {
  return Number(value.toPrecision(15));
}

function isList(value: DraftValue): value is readonly DraftValue[] {
  return Array.isArray(value);
}

function isMap(value: DraftValue): value is { readonly [key: string]: DraftValue } {
  return typeof value === 'object' && !Array.isArray(value);
}
