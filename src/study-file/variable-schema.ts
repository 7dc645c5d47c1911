/** Shape of one entry of `variables`. What the shape can't say (settings of a generator, names) is checked later. */
import { z } from 'zod';
import { describeGenerator, describeSettings, generatorNames } from '../distributions/index.ts';

/** A type with what it means. */
const literal = <T extends string>(type: T, description: string) =>
  z.literal(type).meta({ description });
const cell = z.union([z.number(), z.string()]);

const setting = z.union([z.number(), z.array(z.number())]);

/** For editors: every setting, with the generators that take it. */
const settingFields = Object.fromEntries(
  [...new Set(generatorNames.flatMap((name) => describeGenerator(name).settings))].map((key) => {
    const takers = generatorNames.filter((name) => describeGenerator(name).settings.includes(key));
    return [key, { description: `Setting of ${takers.join(', ')}` }];
  }),
);

const described = {
  name: z.string().meta({ description: 'Identifier, unique ignoring case; the name in templates' }),
  unit: z.string().optional().meta({ description: 'Unit for tables and figures' }),
  label: z.string().optional().meta({ description: 'Text for tables and figures' }),
};

const input = {
  ...described,
  generator: z
    .enum(generatorNames)
    .optional()
    .meta({ description: 'Distribution, or generator of levels; its numbers are in `settings`' }),
  settings: z
    .record(z.string(), setting)
    .optional()
    .meta({
      description: generatorNames
        .map((name) => describeSettings(name, describeGenerator(name)))
        .join('; '),
      properties: settingFields,
    }),
  sample: z
    .strictObject({
      file: z.string().min(1).meta({ description: 'CSV with a column of observations' }),
      column: z.string().min(1).optional().meta({ description: 'Default: name of the variable' }),
    })
    .optional()
    .meta({ description: 'Observations for an Empirical or Histogram generator' }),
  levels: z
    .int()
    .min(2)
    .max(1_000_000)
    .optional()
    .meta({ description: 'Number of levels of a continuous variable in a crossed design' }),
  values: z.array(cell).min(1).optional().meta({ description: 'Levels: numbers or texts' }),
  weights: z
    .array(z.number())
    .optional()
    .meta({ description: 'Probability of each of `values`, summing to 1' }),
  expression: z
    .string()
    .optional()
    .meta({ description: 'Derives the value from the variables before it' }),
  format: z
    .string()
    .optional()
    .meta({ description: 'DecimalFormat pattern that rounds the value itself, such as "0.00"' }),
  integer: z.boolean().optional().meta({ description: 'Round to whole numbers' }),
  nominal: cell.optional().meta({ description: 'Value in the nominal run' }),
};

/** Where a response is read, as written: a word, or a file with one way to find the value in it. */
export const outputFromSchema = z
  .union([
    z.enum(['postProcess', 'stdout']),
    z.strictObject({
      file: z.string().min(1).optional().meta({ description: "Path inside the run's folder" }),
      pointer: z.string().optional().meta({ description: 'JSON Pointer, such as /results/0/drag' }),
      column: z.string().min(1).optional().meta({ description: 'Column of a CSV file' }),
      row: z.int().optional().meta({ description: 'Row of the column: 1 the first, -1 the last' }),
      reduce: z
        .enum(['max', 'min', 'mean', 'last'])
        .optional()
        .meta({ description: 'One value of the whole column' }),
      regex: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'Regular expression; its first group is the value' }),
      match: z.enum(['only', 'first', 'last']).optional().meta({ description: 'Default: only' }),
      key: z.string().min(1).optional().meta({ description: 'Line `key = value` or `key: value`' }),
      value: z
        .int()
        .min(1)
        .optional()
        .meta({ description: "Which number of a file such as Dakota's results file: 1 the first" }),
      tag: z
        .string()
        .regex(/^\S+$/u)
        .optional()
        .meta({ description: 'The word behind that number, where there is one' }),
      postProcess: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'Name that the post-process script prints before a tab' }),
      stdout: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'Regular expression over process_output.log' }),
    }),
  ])
  .meta({ description: 'Where the value is read' });

const judged = {
  ...described,
  expression: z.string().optional().meta({ description: 'Over the values of one run' }),
  from: outputFromSchema.optional(),
};

/** One variable as written. */
export const variableSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: literal('Param', 'An uncertain input'), ...input }),
  z.strictObject({ type: literal('Design', 'An input that is decided'), ...input }),
  z.strictObject({
    type: literal('Case', 'A case: every row of the design runs once with each'),
    ...described,
    values: z.array(cell).min(1).optional().meta({ description: 'Cases: numbers or texts' }),
    caseFile: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'CSV with a column of this name; its columns are paired' }),
  }),
  z.strictObject({
    type: literal('Output', 'A response, read from each run'),
    ...described,
    from: outputFromSchema,
    valueType: z
      .enum(['number', 'integer', 'text', 'boolean'])
      .optional()
      .meta({ description: 'Default: number' }),
    required: z
      .boolean()
      .optional()
      .meta({ description: 'A run without a required output has failed. Default: true' }),
  }),
  z.strictObject({ type: literal('Constraint', 'A condition that judges each run'), ...judged }),
  z.strictObject({
    type: literal('Objective', 'A number to make small or large'),
    ...judged,
    goal: z.enum(['minimize', 'maximize']).optional().meta({ description: 'Default: minimize' }),
  }),
]);

/** One variable as written, checked in shape. */
export type WrittenVariable = z.infer<typeof variableSchema>;
/** A Param or Design variable as written. */
export type WrittenInput = Extract<WrittenVariable, { type: 'Param' | 'Design' }>;
/** Where an output is read, as written. */
export type WrittenFrom = z.infer<typeof outputFromSchema>;
