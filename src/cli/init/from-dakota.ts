/** A study drafted from a Dakota input file; what a study doesn't have is said, never dropped. */
import { UsageError } from '../../errors.ts';
import type { DraftContext } from './from-own-files.ts';
import {
  parametersTemplate,
  readDakotaInterface,
  readDakotaResponses,
} from './dakota/dakota-interface.ts';
import { readDakotaMethod, type DakotaDesign } from './dakota/dakota-method.ts';
import { readDakotaVariables } from './dakota/dakota-variables.ts';
import { parseDakota, type DakotaBlock, type DakotaBlockKind } from './dakota/parse-dakota.ts';
import { cut } from './dakota/read-variables.ts';
import { draftAnalysis, draftHardware, type DraftEntry, type StudyDraft } from './study-draft.ts';
import { StudyNames } from './study-names.ts';

/** @throws UsageError where the text is no Dakota input, or has no variables */
export function draftFromDakota(text: string, file: string, context: DraftContext): StudyDraft {
  const blocks = parseDakota(text);
  const of = (kind: DakotaBlockKind): readonly DakotaBlock[] =>
    blocks.filter((block) => block.kind === kind);
  const first = (kind: DakotaBlockKind) => of(kind)[0]?.keywords ?? [];
  const names = new StudyNames();
  const read = readDakotaVariables(first('variables'));
  if (read.variables.length === 0) {
    throw new UsageError('USAGE_INIT', `${file} has no variables that are understood`, {
      hint: 'A Dakota input has a block such as: variables  uniform_uncertain = 2  …',
    });
  }
  const program = readDakotaInterface(first('interface'));
  const inputs = read.variables.map((variable) => ({
    ...variable,
    name: names.take(variable.label),
  }));
  const responses = readDakotaResponses(first('responses'), program.resultsFile, names);
  const method = readDakotaMethod(first('method'), inputs);
  const held = heldDesign(read.active, inputs);
  const variables = inputs.flatMap((input) => inputEntries(input, method, held, names));
  const stands = inputs.filter(
    ({ name, given }) =>
      given.standsFor !== undefined && !method.sources.has(name) && !held.has(name),
  );
  const template = `${program.parametersFile}.in`;
  const [driver = ''] = program.drivers;
  const beside = [...driver.split(/\s+/u), ...program.files].flatMap(
    (word) => context.fileBeside(word) ?? [],
  );
  const isMissing = program.isLinked || driver === '';
  return {
    name: context.name,
    origin: `A study of the Dakota input ${file}`,
    variables: [...variables, ...responses.variables],
    design: {
      ...method.design,
      correlation:
        read.correlations.length === 0
          ? undefined
          : read.correlations.map(([a, b, value]) => [
              ...[inputs[a]?.name ?? '', inputs[b]?.name ?? '', value],
            ]),
    },
    job: {
      analysis: draftAnalysis,
      command: `${driver === '' ? 'driver' : startOf(driver, beside)} ${program.parametersFile} ${program.resultsFile}`,
      hardware: { ...draftHardware, slots: program.concurrency ?? draftHardware.slots },
      inputFiles: beside.length === 0 ? undefined : [...new Set(beside)],
      templates: [{ template, as: program.parametersFile }],
    },
    statistics: levelsOf(method, responses.names),
    notCarriedOver: [
      ...leftBlocks(blocks),
      ...read.notes,
      ...method.notes,
      ...program.notes,
      ...responses.notes,
      ...(program.drivers.length > 1
        ? [`interface: of the drivers only the first: ${program.drivers.slice(1).join(', ')}`]
        : []),
    ],
    toFillIn: [
      ...(isMissing
        ? [
            `the command: ${driver === '' ? 'there is no driver' : `${driver} is linked into Dakota`}`,
          ]
        : beside.length === 0
          ? [`inputFiles: the program ${driver} and what it reads, unless the machines have it`]
          : []),
      ...(stands.length === 0
        ? []
        : [
            `the source of ${stands.map(({ name }) => name).join(', ')}: another one stands for it`,
          ]),
    ],
    files: {
      [template]: parametersTemplate(inputs, responses.labels, program.isAprepro),
      ...(method.points === undefined
        ? {}
        : {
            'points.csv': `${[inputs.map(({ name }) => name), ...method.points].map((row) => row.join(',')).join('\n')}\n`,
          }),
    },
  };
}

type NamedInput = ReturnType<typeof readDakotaVariables>['variables'][number] & {
  readonly name: string;
};

/** A sample varies the uncertain variables only, unless the file says otherwise; the others stay where they are. */
function heldDesign(
  active: string | undefined,
  inputs: readonly NamedInput[],
): ReadonlySet<string> {
  const hasUncertain = inputs.some(({ kind }) => kind.isUncertain);
  if (!hasUncertain || active === 'all' || active === 'design') return new Set();
  const held = inputs.filter(({ kind, given }) => !kind.isUncertain && given.initial !== undefined);
  return new Set(held.map(({ name }) => name));
}

function inputEntries(
  { name, label, group, kind, given }: NamedInput,
  method: DakotaDesign,
  held: ReadonlySet<string>,
  names: StudyNames,
): readonly DraftEntry[] {
  const type = kind.isUncertain ? 'Param' : 'Design';
  const isHeld = held.has(name);
  const source = isHeld
    ? { values: [given.initial ?? 0] }
    : (method.sources.get(name) ?? given.source);
  const remark = [
    ...(label === name ? [] : [`Dakota: ${label}`]),
    ...(isHeld
      ? ['held at its initial point, as Dakota does while it samples uncertain ones']
      : []),
    ...(given.standsFor === undefined || method.sources.has(name) || isHeld
      ? []
      : [`fill in: this stands for ${group} with ${given.standsFor}`]),
  ].join('; ');
  const said = remark === '' ? undefined : remark;
  if (given.expression !== undefined && !method.sources.has(name)) {
    const base = names.take(`${name}_log`);
    return [
      { value: { name: base, type, ...source }, remark: `the logarithm of ${name}: ${group}` },
      { value: { name, type, expression: given.expression.replace('u', base) }, remark: said },
    ];
  }
  return [{ value: { name, type, ...source }, remark: said }];
}

/** How the driver is started where its file is brought along: it has to be looked for in the run's folder. */
function startOf(driver: string, beside: readonly string[]): string {
  const [program = '', ...further] = driver.split(/\s+/u);
  const fileName = program.slice(program.lastIndexOf('/') + 1);
  const isBrought = beside.some((path) => path.endsWith(fileName));
  if (!isBrought) return driver;
  const interpreter = { py: 'python3', sh: 'sh', pl: 'perl' }[
    /\.(\w+)$/u.exec(fileName)?.[1] ?? ''
  ];
  const start = interpreter === undefined ? `./${fileName}` : `${interpreter} ${fileName}`;
  return [start, ...further].join(' ');
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

/** What stands beside the four blocks that make a study. */
function leftBlocks(blocks: readonly DakotaBlock[]): readonly string[] {
  const seen = new Set<DakotaBlockKind>();
  return blocks.flatMap(({ kind, keywords }) => {
    const isFirst = !seen.has(kind);
    seen.add(kind);
    const words = keywords.map(({ word }) => word);
    const isKept = isFirst && kind !== 'environment' && kind !== 'model';
    // A table of all runs is always kept, and `single` is the model that every study has.
    const idle = /^(?:tabular_data|tabular_data_file|custom_annotated|annotated|single|id_model)$/u;
    if (isKept || words.every((word) => idle.test(word))) return [];
    return [`${isFirst ? kind : `a further ${kind}`}: ${words.join(' ')}`];
  });
}
