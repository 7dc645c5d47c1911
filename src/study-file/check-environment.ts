/** Checks the environment variables of an analysis: their names, what the platform and a shell make of them, and the values in their texts. */
import { readSetting, shellVariable, valuesIn, type CommandValue } from '../shell/index.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import { unknownNames } from './check-taken-names.ts';
import { meantAsValues } from './left-to-the-shell.ts';

/** A value of the study, with the field that asks for it. */
export type PlacedValue = CommandValue & { readonly where: string };

/** Whose variables they are. */
interface EnvironmentPlace {
  /** Of the analysis. */
  readonly path: DocumentPath;
  /** Names of input variables. */
  readonly inputs: ReadonlySet<string>;
}

/** Names that each shell gives a text of its own, whatever it is handed. */
const namesOfShells: ReadonlySet<string> = new Set(
  'BASH BASHOPTS BASHPID EUID IFS OLDPWD PPID PWD SHELLOPTS SHLVL UID'.split(' '),
);

/** @returns the values of the study in the texts */
export function checkEnvironment(
  envVars: Readonly<Record<string, string>>,
  { path, inputs }: EnvironmentPlace,
  issues: IssueList,
): readonly PlacedValue[] {
  return Object.entries(envVars).flatMap(([name, text]) => {
    const place = [...path, 'envVars', name];
    checkName(name, place, issues);
    const setting = readSetting(text, valuesIn('', inputs));
    const meant = meantAsValues(setting.foreign, inputs);
    const unknown = unknownNames(text, inputs);
    const told = new Set(unknown.map(({ offset }) => offset));
    for (const { name: taken, written, offset } of setting.foreign) {
      if (told.has(offset)) continue;
      const near = meant.find((each) => each.offset === offset);
      issues.warn({
        place: { path: place, offset },
        message: `\`${written}\` stays as it is written`,
        hint:
          near === undefined
            ? `no shell replaces it here; set \`${name}\` in the command instead, such as \`export ${name}="…$${taken}…"\``
            : `did you mean \`\${${near.meant}}\`, the value of the study?`,
      });
    }
    for (const { offset, isSure, message, hint } of unknown) {
      const issue = { place: { path: place, offset }, message, hint };
      if (isSure) issues.refuse(issue);
      else issues.warn(issue);
    }
    for (const { offset, message, hint } of setting.faults) {
      issues.add({ place: { path: place, offset }, message, hint });
    }
    return setting.values.map((value) => ({ ...value, where: place.join('.') }));
  });
}

function checkName(name: string, path: DocumentPath, issues: IssueList): void {
  const place = { path, atKey: true };
  if (!/^[A-Za-z_]\w*$/u.test(name)) {
    issues.refuse({
      place,
      message: `Expected a name of an environment variable, got ${JSON.stringify(name)}`,
      hint: 'letters, digits and underscores, the first no digit',
    });
  } else if (/^doeflow_/iu.test(name)) {
    issues.refuse({
      place,
      message: `\`${name}\` can't be set here: names that begin with DOEFLOW_ are doeflow's own, and a run has the values of its inputs in ${shellVariable('NAME')}`,
      hint: 'take another name',
    });
  } else if (name === 'PATH') {
    issues.warn({
      place,
      message:
        '`PATH` replaces the search path of the machine: programs of the system, such as sh and cat, may not be found any more',
      hint: 'extend it in the command instead, such as `export PATH="/opt/solver/bin:$PATH"; solver`',
    });
  } else if (namesOfShells.has(name)) {
    issues.warn({
      place,
      message: `\`${name}\` is set by each shell itself: a command doesn't get this text`,
      hint: 'take another name',
    });
  }
}
