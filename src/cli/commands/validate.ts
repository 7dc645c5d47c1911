import { issueLine, readPlanFile, isPlanFile, readStudy } from '../../study-file/index.ts';
import { unexecutableFiles } from '../../study/unexecutable-files.ts';
import { studyPathHelp } from '../argument-help.ts';
import { countOf } from '../format-quantities.ts';
import { outsideFiles, outsideLines } from '../plan/outside-files.ts';
import { allowOutsideOption, studyBounds, type BoundsOptions } from '../study-bounds.ts';
import type { DefineVerb } from '../define-verb.ts';
import { pathWord } from '../../quote-shell.ts';

/** `doeflow validate`: reads the study file and everything it names; all findings at once, exit code 2. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[study]', studyPathHelp, '.')
    .addOption(allowOutsideOption())
    .action(async (path: string, options: BoundsOptions) => {
      const bounds = studyBounds(context, options);
      const isPlan = isPlanFile(path);
      const { study, file, files, warnings } = isPlan
        ? (await readPlanFile(path, bounds)).loaded
        : await context.interrupt.unheard(() => readStudy(path, bounds));
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
          files: files.map(({ path: name, role }) => ({ path: name, role })),
          outside: outsideFiles(files),
        },
        human: [
          {
            kind: 'text',
            lines: [
              ...outsideLines(files),
              `${name} "${study.name}" is valid: ${countOf(study.variables.length, 'variable')}, ${study.design.method}, ${countOf(files.length, 'file')}.`,
            ],
          },
          {
            kind: 'next',
            commands: [`doeflow plan ${pathWord(path)}`, `doeflow run ${pathWord(path)}`],
          },
        ],
        quiet: 'valid',
      });
    });
};
