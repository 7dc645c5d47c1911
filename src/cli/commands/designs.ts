import { designCatalogue } from '../../design/index.ts';
import type { DefineVerb } from '../verbs.ts';

/** `doeflow designs`: the design methods, when to take which, and how many rows each makes. */
export const verb: DefineVerb = (command, context) => {
  command.action(() => {
    const methods = [
      ...Object.entries(designCatalogue).map(
        ([name, { title, when, runs, options, growth, reference }]) => ({
          name,
          title,
          when,
          runs,
          options,
          grows: growth?.rows ?? null,
          reference: reference ?? null,
        }),
      ),
      {
        name: 'table',
        title: 'Table',
        when: 'your own rows, from a CSV with a column for each variable',
        runs: 'rows of the file',
        options: ['file', 'ignore'],
        grows: null,
        reference: null,
      },
    ];
    context.output.show({
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
      ],
      quiet: methods.map(({ name }) => name).join('\n'),
    });
  });
};
