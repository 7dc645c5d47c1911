import { Option } from 'commander';
import { summaryJsonSchema } from '../../summary/index.ts';
import { studyJsonSchema } from '../../study-file/index.ts';
import { toJson } from '../output/json-voice.ts';
import type { DefineVerb } from '../define-verb.ts';

/** `doeflow schema`: the JSON Schema of study files or of summaries, for editors and other programs. */
export const verb: DefineVerb = (command, context) => {
  command
    .addOption(
      new Option('--of <document>', 'kind of document')
        .choices(['study', 'summary'])
        .default('study'),
    )
    .action(async ({ of }: { readonly of: 'study' | 'summary' }) => {
      const schema = of === 'study' ? studyJsonSchema() : summaryJsonSchema();
      await context.output.write(`${toJson(schema, 2)}\n`);
    });
};
