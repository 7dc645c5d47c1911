import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { formatBytes } from '../format-quantities.ts';
import { loadPlan } from '../load-plan.ts';
import { parseCount } from '../parse-arguments.ts';
import type { RenderedRun } from '../render-run.ts';
import { renderRun } from '../render-run.ts';
import { findStudy } from '../studies/find-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { revisionOfRun } from '../studies/revision-of-run.ts';
import type { StudyBounds } from '../../study-file/index.ts';
import { allowOutsideOption, studyBounds, type BoundsOptions } from '../study-bounds.ts';
import type { CommandContext } from '../context.ts';
import { shortLines } from '../output/short-lines.ts';
import type { Block } from '../output/view.ts';
import type { DefineVerb } from '../define-verb.ts';

interface RenderOptions extends BoundsOptions {
  readonly file?: string;
}

/** A run, and with which of the study's files it ran where they were mended. */
interface RenderedOfStudy extends RenderedRun {
  readonly revision?: number;
}

/** `doeflow render`: every file and the command of one run, before or after it ran; of a study file, a folder, or a started study. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', 'study file or folder, or a started study (id, start of it, or name)')
    .argument('<run>', 'run number; 0 is the nominal run', parseCount)
    .addOption(allowOutsideOption())
    .option('--file <name>', 'print only this file, unchanged')
    .action(async (reference: string, run: number, options: RenderOptions) => {
      const rendered = await renderReference(
        context,
        reference,
        run,
        studyBounds(context, options),
      );
      if (options.file !== undefined) {
        const file = rendered.files.find((each) => each.name === options.file);
        if (file?.text === undefined) {
          throw new UsageError('USAGE_FILE', `Run ${run} has no rendered file "${options.file}"`, {
            exitCode: 6,
            hint: hintOfFiles(rendered),
          });
        }
        await context.output.write(file.text);
        return;
      }
      context.output.show({
        json: rendered,
        human: shortLines(toBlocks(rendered)),
        quiet: rendered.commands.join('\n'),
      });
    });
};

async function renderReference(
  context: CommandContext,
  reference: string,
  run: number,
  bounds: StudyBounds,
): Promise<RenderedRun & { readonly revision?: number }> {
  if (await exists(resolve(context.cwd, reference))) {
    await tellStartedToo(context, reference, run);
    const { loaded, plan } = await loadPlan(reference, { bounds, interrupt: context.interrupt });
    const paths = new Map(loaded.files.map((file) => [file.path, file.absolutePath]));
    return renderRun({ study: loaded.study, plan, pathOf: (path) => paths.get(path) }, run);
  }
  const store = await openOwnStore(context);
  const stored = await findStudy(store, reference);
  const revision = await revisionOfRun(store.study(stored.studyId), run);
  const rendered = await renderRun(await planStoredStudy(store, stored, revision), run);
  return { ...rendered, ...(revision === undefined ? {} : { revision }) };
}

/** Says which was taken, where a folder and a started study have the same name. */
async function tellStartedToo(
  context: CommandContext,
  reference: string,
  run: number,
): Promise<void> {
  try {
    const store = await openOwnStore(context);
    const { studyId, snapshot } = await findStudy(store, reference);
    if (reference !== studyId && reference !== snapshot.studyName) return;
    context.output.note(
      `this is the run of the file or folder ${reference}, as it is now; of the started study with this name: doeflow render ${studyId} ${run}`,
    );
  } catch {
    // No started study, or a store that can't be read: then the folder is the only one.
  }
}

function hintOfFiles({ run, files }: RenderedRun): string {
  const rendered = files.flatMap(({ name, text }) => (text === undefined ? [] : [name]));
  return rendered.length > 0
    ? `Rendered files: ${rendered.join(', ')}`
    : `The study renders no file: it has no templates. Its commands and the files that it brings: doeflow render STUDY ${run}`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

function toBlocks(rendered: RenderedOfStudy): readonly Block[] {
  return [
    {
      kind: 'facts',
      rows: [
        ...(rendered.revision === undefined
          ? []
          : [['files', `revision ${rendered.revision}`] as const]),
        ...Object.entries(rendered.values).map(([name, value]) => [name, String(value)] as const),
      ],
    },
    ...rendered.commands.map((command): Block => ({
      kind: 'text',
      lines: ['', '--- command', command.replace(/\n$/u, '')],
    })),
    ...rendered.files.map((file): Block => {
      const head = `--- ${file.name} (${file.text === undefined ? '' : `rendered from ${file.from}, `}${formatBytes(file.bytes)})`;
      return {
        kind: 'text',
        lines: ['', head, ...(file.text === undefined ? [] : [file.text.replace(/\n$/u, '')])],
      };
    }),
  ];
}
