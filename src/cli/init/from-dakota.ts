/** A study drafted from a Dakota input file; what a study doesn't have is said, never dropped. */
import { UsageError } from '../../errors.ts';
import { outputToFillIn } from '../../study-file/index.ts';
import type { DraftContext } from './from-own-files.ts';
import {
  parametersTemplate,
  readDakotaInterface,
  readDakotaResponses,
} from './dakota/dakota-interface.ts';
import type { DakotaDesign } from './dakota/dakota-design.ts';
import { hasOwnPoints, readDakotaMethod, variedRoles } from './dakota/dakota-method.ts';
import {
  readDakotaVariables,
  type DakotaVariable,
  type DakotaVariables,
} from './dakota/dakota-variables.ts';
import type { GivenVariable } from './dakota/read-variables.ts';
import { chooseBlocks } from './dakota/chosen-blocks.ts';
import { parseDakota, type DakotaBlockKind } from './dakota/parse-dakota.ts';
import { startDriver } from './dakota/start-driver.ts';
import { cut } from './dakota/keyword-reader.ts';
import { pointsText } from './dakota/list-of-points.ts';
import { draftAnalysis, draftHardware, type DraftEntry, type StudyDraft } from './study-draft.ts';
import { StudyNames } from './study-names.ts';

/** @throws UsageError where the text is no Dakota input, or has no variables */
export function draftFromDakota(text: string, file: string, context: DraftContext): StudyDraft {
  const blocks = chooseBlocks(parseDakota(text));
  const names = new StudyNames();
  const read = readDakotaVariables(blocks.keywords('variables'));
  if (read.variables.length === 0) {
    throw new UsageError('USAGE_INIT', `${file} has no variables that are understood`, {
      hint: 'A Dakota input has a block such as: variables  uniform_uncertain = 2  …',
    });
  }
  const program = readDakotaInterface(blocks.keywords('interface'));
  const roles = variedRoles(
    blocks.keywords('method'),
    read.active,
    new Set(read.variables.map(({ kind }) => kind.role)),
  );
  const needsBounds = !hasOwnPoints(blocks.keywords('method'));
  const inputs = read.variables.map((variable): NamedInput => {
    const { given, kind, label } = variable;
    const isOpen = kind.role === 'state' && given.standsFor !== undefined && needsBounds;
    const isHeld = given.initial !== undefined && (isOpen || !roles.has(kind.role));
    return { ...variable, name: names.take(label), isHeld };
  });
  const varied = inputs.filter(({ isHeld }) => !isHeld);
  const responses = readDakotaResponses(blocks.keywords('responses'), program.resultsFile, names);
  const method = readDakotaMethod(blocks.keywords('method'), varied, context.textBeside);
  // A variable that is a function of another one has its source there.
  const bases = new Map(
    inputs.flatMap(({ name, given, isHeld }) =>
      given.expression === undefined || isHeld || method.sources.has(name)
        ? []
        : [[name, names.take(`${name}_log`)]],
    ),
  );
  const correlations = correlationsOf(read.correlations, inputs, bases);
  const variables = inputs.flatMap((input) =>
    inputEntries(input, method.sources.get(input.name), bases.get(input.name)),
  );
  const stands = varied.filter(
    ({ name, given }) => given.standsFor !== undefined && !method.sources.has(name),
  );
  const template = `${program.parametersFile}.in`;
  const [driver = ''] = program.drivers;
  const { command, brought } = startDriver(driver, program, context.fileBeside);
  const beside = [...brought, ...program.files.flatMap((word) => context.fileBeside(word) ?? [])];
  const isMissing = program.isLinked || driver === '';
  const withoutBlock = (kind: DakotaBlockKind): string =>
    !blocks.has(kind) ? `, as the file has no block \`${kind}\`` : '';
  return {
    name: context.name,
    origin: `A study of the Dakota input ${file}`,
    variables: [...variables, ...responses.variables],
    variableHints:
      responses.names.length === 0
        ? [
            'What to read of each run, such as:',
            `- {name: result, type: Output, from: {file: ${program.resultsFile}, value: 1}}`,
          ]
        : [],
    design: {
      ...method.design,
      correlation: correlations.taken.length === 0 ? undefined : correlations.taken,
    },
    job: {
      analysis: draftAnalysis,
      command,
      hardware: { ...draftHardware, slots: program.concurrency ?? draftHardware.slots },
      inputFiles: beside.length === 0 ? undefined : [...new Set(beside)],
      templates: [{ template, as: program.parametersFile }],
    },
    statistics: levelsOf(method, responses.names),
    notCarriedOver: [
      ...blocks.notes,
      ...read.notes,
      ...inputs
        .filter(({ kind, isHeld }) => !isHeld && !roles.has(kind.role))
        .map(({ label }) => `variables: ${label} is varied too: it has no initial value to keep`),
      ...correlations.notes,
      ...method.notes,
      ...program.notes,
      ...responses.notes,
      ...(program.drivers.length > 1
        ? [`interface: of the drivers only the first: ${program.drivers.slice(1).join(', ')}`]
        : []),
    ],
    toFillIn: [
      ...(method.toFillIn ?? []),
      ...(isMissing
        ? [
            `the command: ${driver === '' ? `there is no driver${withoutBlock('interface')}` : `${driver} is linked into Dakota`}`,
          ]
        : brought.length === 0
          ? [`inputFiles: the program ${driver} and what it reads, unless the machines have it`]
          : []),
      ...(responses.names.length === 0
        ? [`${outputToFillIn}: there are no responses${withoutBlock('responses')}`]
        : []),
      ...(stands.length === 0
        ? []
        : [
            `the source of ${stands.map(({ name }) => name).join(', ')}: another one stands for it`,
          ]),
    ],
    awaits: method.toFillIn === undefined ? [] : ['points.csv'],
    isMendedInStudy: true,
    files: {
      [template]: parametersTemplate(inputs, responses.labels, program.isAprepro),
      ...(method.points === undefined ? {} : { 'points.csv': pointsText(varied, method.points) }),
    },
  };
}

interface NamedInput extends DakotaVariable {
  readonly name: string;
  /** True for one that the method leaves where it is. */
  readonly isHeld: boolean;
}

/** The correlations of what the method varies. @param bases names of variables that have the source of another one */
function correlationsOf(
  given: DakotaVariables['correlations'],
  inputs: readonly NamedInput[],
  bases: ReadonlyMap<string, string>,
) {
  const notes: string[] = [];
  const taken = given.flatMap(([first, second, value]) => {
    const pair = [first, second].flatMap((index) => inputs[index] ?? []);
    const names = pair.map(({ name }) => bases.get(name) ?? name);
    if (pair.every(({ isHeld }) => !isHeld)) return [[...names, value]];
    notes.push(
      `variables: the correlation ${value} of ${names.join(' and ')}: not both are varied`,
    );
    return [];
  });
  return { taken, notes };
}

/** @param decided the source that the method gives @param base the name of the variable that has its source */
function inputEntries(
  { name, label, group, kind, given, isHeld }: NamedInput,
  decided: GivenVariable['source'] | undefined,
  base: string | undefined,
): readonly DraftEntry[] {
  const isUncertain = kind.role === 'aleatory' || kind.role === 'epistemic';
  const type = isUncertain ? 'Param' : 'Design';
  const source = isHeld ? { values: [given.initial ?? 0] } : (decided ?? given.source);
  const remark = [
    ...(label === name ? [] : [`Dakota: ${label}`]),
    ...(isHeld ? ['held at its initial value, as in Dakota this method varies others only'] : []),
    ...(given.standsFor === undefined || decided !== undefined || isHeld
      ? []
      : [`fill in: this stands for ${group} with ${given.standsFor}`]),
  ].join('; ');
  const said = remark === '' ? undefined : remark;
  if (given.expression !== undefined && base !== undefined) {
    return [
      { value: { name: base, type, ...source }, remark: `the logarithm of ${name}: ${group}` },
      { value: { name, type, expression: given.expression.replace('u', base) }, remark: said },
    ];
  }
  return [{ value: { name, type, ...source }, remark: said }];
}

function levelsOf(
  { levels }: DakotaDesign,
  responses: readonly string[],
): StudyDraft['statistics'] {
  const cutLevels = (asked: (typeof levels)['response']) =>
    asked === undefined ? [] : cut(asked.all, asked.counts, responses.length);
  const [response, probability] = [cutLevels(levels.response), cutLevels(levels.probability)];
  const found = responses.flatMap((name, index) => {
    const [own, shares] = [response[index] ?? [], probability[index] ?? []];
    if (own.length === 0 && shares.length === 0) return [];
    return [
      [
        name,
        {
          response: own.length === 0 ? undefined : own,
          probability: shares.length === 0 ? undefined : shares,
        },
      ] as const,
    ];
  });
  return found.length === 0 ? undefined : { levels: Object.fromEntries(found) };
}
