import { issueLine, readPlanFile, isPlanFile, readStudy } from '../../study-file/index.ts';
import { unexecutableFiles } from '../../study/unexecutable-files.ts';
import { studyPathHelp } from '../argument-help.ts';
import { countOf } from '../format-quantities.ts';
import type { DefineVerb } from '../define-verb.ts';

/** `doeflow validate`: reads the study file and everything it names; all findings at once, exit code 2. */
export const verb: DefineVerb = (command, context) => {
  command.argument('[study]', studyPathHelp, '.').action(async (path: string) => {
    const isPlan = isPlanFile(path);
    const { study, file, files, warnings } = isPlan
      ? (await readPlanFile(path)).loaded
      : await readStudy(path);
    for (const warning of warnings) context.output.warn(issueLine(warning));
    for (const sentence of unexecutableFiles(study)) context.output.warn(sentence);
    const name = isPlan ? `${path}: the plan of study` : `${file}: study`;
    context.output.show({
      json: {
        valid: true,
        study: study.name,
        file,
        variables: study.variables.length,
        warnings,
        files: files.map((each) => ({ path: each.path, role: each.role })),
      },
      human: [
        {
          kind: 'text',
          lines: [
            `${name} "${study.name}" is valid: ${countOf(study.variables.length, 'variable')}, ${study.design.method}, ${countOf(files.length, 'file')}.`,
          ],
        },
        { kind: 'next', commands: [`doeflow plan ${path}`, `doeflow run ${path}`] },
      ],
      quiet: 'valid',
    });
  });
};
