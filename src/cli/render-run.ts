/** One run as the platform will carry it out: its commands and every file it gets. */
import { stat, readFile } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import type { LoadedStudy } from '../study-file/read-study.ts';
import type { Plan } from '../study/plan.ts';
import { templateValues } from '../study/template-values.ts';
import type { Cell } from '../study/study.ts';
import { parseTemplate } from '../templates/index.ts';

export interface RenderedFile {
  /** Name in the run's folder. */
  readonly name: string;
  /** Path as the study file writes it. */
  readonly from: string;
  readonly bytes: number;
  /** The text a template renders to; absent for files that are given as they are. */
  readonly text?: string;
}

export interface RenderedRun {
  readonly run: number;
  readonly values: Readonly<Record<string, Cell>>;
  readonly commands: readonly string[];
  readonly files: readonly RenderedFile[];
}

/**
 * Run `run` (0 = the nominal one) of a plan.
 * @throws UsageError when the plan has no such run.
 */
export async function renderRun(
  loaded: LoadedStudy,
  plan: Plan,
  run: number,
): Promise<RenderedRun> {
  const first = plan.includesNominalRun ? 0 : 1;
  if (run < first || run > plan.runCount) {
    throw new UsageError(
      'USAGE_RUN',
      `Expected a run from ${first} to ${plan.runCount}, got ${run}`,
      { exitCode: 6 },
    );
  }
  const { study } = loaded;
  const values = templateValues(study, plan, run);
  const files: RenderedFile[] = [];
  for (const analysis of study.job.analyses) {
    for (const { file } of analysis.inputFiles) {
      files.push({ name: baseName(file), from: file, bytes: await sizeOf(loaded, file) });
    }
    for (const { template, as } of analysis.templates) {
      const text = parseTemplate(await readFile(pathOf(loaded, template), 'utf8'), {
        file: template,
      }).render(values);
      files.push({ name: as, from: template, bytes: Buffer.byteLength(text), text });
    }
  }
  return { run, values, commands: study.job.analyses.map((each) => each.command), files };
}

async function sizeOf(loaded: LoadedStudy, file: string): Promise<number> {
  return (await stat(pathOf(loaded, file))).size;
}

function pathOf(loaded: LoadedStudy, path: string): string {
  const found = loaded.files.find((each) => each.path === path);
  if (found === undefined)
    throw new UsageError('USAGE_FILE', `Expected file "${path}" of the study`);
  return found.absolutePath;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
