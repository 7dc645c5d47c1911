import { UsageError } from '../../errors.ts';
import { designMethods } from '../../design/index.ts';
import { suggestion } from '../../expressions/suggestion.ts';
import { exitCodes } from '../exit-codes.ts';
import type { View } from '../output/view.ts';
import type { DefineVerb } from '../define-verb.ts';

/** A method as the catalogue describes it, in the fields of the JSON document. */
interface DescribedMethod {
  readonly name: string;
  readonly title: string;
  readonly when: string;
  readonly runs: string;
  readonly options: readonly string[];
  /** Null where the method doesn't grow. */
  readonly grows: string | null;
  readonly reference: string | null;
}

/** `doeflow designs`: the design methods, when to use which, and how many rows each makes; with a name, everything about that one. */
export const verb: DefineVerb = (command, context) => {
  command.argument('[method]', 'show everything about this method').action((name?: string) => {
    const methods = Object.entries(designMethods).map(
      ([key, { title, when, runs, options, growth, reference }]): DescribedMethod => ({
        name: key,
        title,
        when,
        runs,
        options,
        grows: growth?.rows ?? null,
        reference: reference ?? null,
      }),
    );
    context.output.show(name === undefined ? viewOfAll(methods) : viewOfOne(methods, name));
  });
};

function viewOfAll(methods: readonly DescribedMethod[]): View {
  return {
    json: methods,
    human: [
      {
        kind: 'table',
        head: ['method', 'rows', 'settings', 'when'],
        rows: methods.map(({ name, runs, options, when }) => [
          name,
          runs,
          options.join(', '),
          when,
        ]),
      },
      { kind: 'next', commands: ['doeflow designs sobol'] },
    ],
    quiet: methods.map(({ name }) => name).join('\n'),
  };
}

function viewOfOne(methods: readonly DescribedMethod[], name: string): View {
  const found = methods.find((method) => method.name === name);
  if (!found) {
    const names = methods.map((method) => method.name);
    const otherNames = Object.fromEntries(
      Object.entries(designMethods).map(([key, method]) => [key, method.otherNames]),
    );
    throw new UsageError('USAGE_DESIGN', `There is no design method "${name}"`, {
      exitCode: exitCodes.usage,
      hint: suggestion(name, names, otherNames) ?? `Use one of ${names.join(', ')}`,
    });
  }
  const { title, when, runs, options, grows, reference } = found;
  return {
    json: found,
    human: [
      {
        kind: 'facts',
        rows: [
          ['method', `${name}: ${title}`],
          ['when', when],
          ['rows', runs],
          ['settings', options.length > 0 ? options.join(', ') : 'none'],
          ['grows', grows ?? 'no: rows cannot be added to it'],
          ...(reference === null ? [] : [['reference', reference] as const]),
        ],
      },
    ],
    quiet: name,
  };
}
