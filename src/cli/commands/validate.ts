import { readStudy } from '../../study-file/read-study.ts';
import { unexecutableFiles } from '../../study/unexecutable-files.ts';
import { studyPathHelp } from '../argument-help.ts';
import { countOf } from '../format-quantities.ts';
import type { DefineVerb } from '../define-verb.ts';

/** `doeflow validate`: reads the study file and everything it names; all findings at once, exit code 2. */
export const verb: DefineVerb = (command, context) => {
  command.argument('[study]', studyPathHelp, '.').action(async (path: string) => {
    const { study, file, files } = await readStudy(path);
    for (const sentence of unexecutableFiles(study)) context.output.warn(sentence);
    context.output.show({
      json: {
        valid: true,
        study: study.name,
        file,
        variables: study.variables.length,
        files: files.map((each) => ({ path: each.path, role: each.role })),
      },
      human: [
        {
          kind: 'text',
          lines: [
            `${file}: study "${study.name}" is valid: ${countOf(study.variables.length, 'variable')}, ${study.design.method}, ${countOf(files.length, 'file')}.`,
          ],
        },
        { kind: 'next', commands: [`doeflow plan ${path}`, `doeflow run ${path}`] },
      ],
      quiet: 'valid',
    });
  });
};
