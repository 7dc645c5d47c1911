import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { UsageError, type StudyIssue } from '../../errors.ts';
import { makeFolder, writeNamedFile } from '../../files/index.ts';
import { ownPlaces } from '../../host/own-places.ts';
import type { CommandContext } from '../context.ts';
import { settingsInputOf } from '../engine/read-settings.ts';
import { drafted } from '../../study-file/index.ts';
import { checkDraft } from '../init/check-draft.ts';
import { askRange, askSource, rangeOf } from '../init/ask-source.ts';
import {
  draftStudy,
  sourceKinds,
  type DraftOptions,
  type SourceKind,
} from '../init/draft-study.ts';
import { draftFiles, type StudyDraft } from '../init/study-draft.ts';
import { exitCodes } from '../exit-codes.ts';
import { starterFiles, toStudyName } from '../starter-study.ts';
import type { DefineVerb } from '../define-verb.ts';
import { pathWord } from '../../quote-shell.ts';

type Ranges = ReadonlyMap<string, readonly [number, number]>;

interface InitOptions {
  readonly force?: boolean;
  readonly from?: string;
  readonly as?: SourceKind;
  readonly range: Ranges;
}

interface MadeDraft {
  readonly draft: StudyDraft;
  /** What `doeflow plan` would refuse. */
  readonly findings: readonly StudyIssue[];
}

/**
 * `doeflow init`: writes a study: an example that runs as it is, or one made of a command, a CSV, a template or a Dakota input. Existing
 * files are overwritten only with `--force`.
 */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[dir]', 'folder for the study', '.')
    .option(
      '--from <source>',
      "make it of a command ('sh solve.sh {x}'), a CSV of points, a template, or a Dakota input",
    )
    .addOption(
      new Option('--as <kind>', 'with --from: what it is, where that is not seen').choices(
        sourceKinds,
      ),
    )
    .option(
      '--range <name=low:high>',
      'with --from: the range of a variable; may be repeated',
      addRange,
      new Map(),
    )
    .option('--force', 'overwrite files that are already there')
    .action(async (dir: string, options: InitOptions) => {
      const folder = resolve(context.cwd, dir);
      const made = await makeDraft(context, folder, options);
      const files =
        made === undefined ? starterFiles(toStudyName(basename(folder))) : draftFiles(made.draft);
      const copies = made?.draft.copies ?? {};
      const names = [...Object.keys(files), ...Object.keys(copies)];
      await makeFolder(folder);
      if (options.force !== true) refuseOverwriting(folder, names);
      for (const [name, text] of Object.entries(files)) {
        await writeNamedFile(join(folder, name), [text]);
      }
      for (const [name, at] of Object.entries(copies)) {
        await makeFolder(dirname(join(folder, name)));
        await copyFile(at, join(folder, name));
      }
      show(context, folder, names, made);
      if ((made?.findings ?? []).length > 0) context.end(exitCodes.usage);
    });
};

async function makeDraft(
  context: CommandContext,
  folder: string,
  options: InitOptions,
): Promise<MadeDraft | undefined> {
  const asks = context.interactive && options.from === undefined && !context.output.json;
  const source = asks ? await askSource(context) : options.from;
  if (source === undefined) return undefined;
  const draftOptions: DraftOptions = {
    cwd: context.cwd,
    folder,
    studyName: toStudyName(basename(folder)),
    kind: options.as,
    ranges: options.range,
    never: ownPlaces(settingsInputOf(context)),
  };
  const draft = draftStudy(source, draftOptions);
  const place = { cwd: context.cwd, folder, source };
  if (!asks) return { draft, findings: checkDraft(draft, place) };
  const ranges = new Map(options.range);
  for (const { value, remark } of draft.variables) {
    const { name } = value;
    if (typeof name !== 'string' || remark !== drafted.remark) continue;
    const range = await askRange(context, name);
    if (range !== undefined) ranges.set(name, range);
  }
  const ranged = draftStudy(source, { ...draftOptions, ranges });
  return { draft: ranged, findings: checkDraft(ranged, place) };
}

function show(
  context: CommandContext,
  folder: string,
  files: readonly string[],
  made: MadeDraft | undefined,
): void {
  const shown = relative(context.cwd, folder) || '.';
  const { toFillIn = [], notCarriedOver = [] } = made?.draft ?? {};
  const refused = (made?.findings ?? []).map(
    ({ line, message, hint }) =>
      `line ${line}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );
  const listed = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
  context.output.show({
    json: { directory: folder, files, toFillIn, notCarriedOver, refused },
    human: [
      {
        kind: 'text',
        lines: [
          `Wrote ${files.join(', ')} to ${shown}`,
          ...listed('Fill in, in study.yaml:', toFillIn),
          ...listed('Mend in study.yaml, which can not be planned as it is:', refused),
          ...listed('Not carried over (also said in study.yaml):', notCarriedOver),
        ],
      },
      {
        kind: 'next',
        commands: [
          `doeflow plan ${pathWord(shown)}`,
          ...(toFillIn.length + refused.length === 0 ? [`doeflow run ${pathWord(shown)}`] : []),
        ],
      },
    ],
    quiet: folder,
  });
}

function addRange(text: string, before: Ranges): Ranges {
  const [, name = '', rest = ''] = /^([A-Za-z_]\w*)=(.*)$/u.exec(text) ?? [];
  const range = rangeOf(rest);
  if (range === undefined) {
    throw new InvalidArgumentError('Write a name and two ascending numbers, such as x=1:4.');
  }
  return new Map([...before, [name, range]]);
}

function refuseOverwriting(folder: string, names: readonly string[]): void {
  for (const name of names) {
    if (!existsSync(join(folder, name))) continue;
    throw new UsageError('USAGE_FILE_EXISTS', `${join(folder, name)} exists already`, {
      exitCode: 5,
      hint: 'Choose another folder, or overwrite it with --force',
    });
  }
}
