import { studyJsonSchema } from '../../study-file/index.ts';
import { toJson } from '../output/json-voice.ts';
import type { DefineVerb } from '../verbs.ts';

/** `doeflow schema`: the JSON Schema of study files, for editors and other programs. */
export const verb: DefineVerb = (command, context) => {
  command.action(async () => {
    await context.output.write(`${toJson(studyJsonSchema(), 2)}\n`);
  });
};
