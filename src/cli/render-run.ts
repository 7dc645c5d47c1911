/** One run as the platform will execute it: its commands and every file it gets. */
import { stat } from 'node:fs/promises';
import { UsageError } from '../errors.ts';
import { readRealFile } from '../files/index.ts';
import type { Plan } from '../study/plan.ts';
import { templateValues } from '../study/template-values.ts';
import type { Cell } from '../design/cell.ts';
import type { Study } from '../study/study.ts';
import { formatDecimal, printNumber } from '../numbers/index.ts';
import { readJobValues, type CommandValue } from '../shell/index.ts';
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
  /** With their values in place, for people to read: where it runs, each is one word, whatever it holds. */
  readonly commands: readonly string[];
  readonly files: readonly RenderedFile[];
}

/** A study with its plan and the paths of its files, from a folder or from the store. */
export interface RenderableStudy {
  readonly study: Study;
  readonly plan: Plan;
  /** Where a file that the study file names lies: its real path. */
  pathOf(path: string): string | undefined;
}

/**
 * Run `run` (0 = the nominal one) of a plan.
 * @throws UsageError when the plan has no such run.
 */
export async function renderRun(renderable: RenderableStudy, run: number): Promise<RenderedRun> {
  const { study, plan } = renderable;
  const first = plan.includesNominalRun ? 0 : 1;
  if (run < first || run > plan.runCount) {
    throw new UsageError('USAGE_RUN', `The study has no run ${run}`, {
      exitCode: 6,
      hint: `Its runs are ${first} to ${plan.runCount}`,
    });
  }
  const values = templateValues(study, plan, run);
  const files: RenderedFile[] = [];
  for (const analysis of study.job.analyses) {
    for (const { file } of analysis.inputFiles) {
      files.push({ name: baseName(file), from: file, bytes: await sizeOf(renderable, file) });
    }
    for (const { template, as } of analysis.templates) {
      const read = readRealFile(pathOf(renderable, template)).toString('utf8');
      const text = parseTemplate(read, { file: template }).render(values);
      files.push({ name: as, from: template, bytes: Buffer.byteLength(text), text });
    }
  }
  const { command } = readJobValues(study.job, study.variables);
  const shown = ({ name, format }: CommandValue): string => {
    const value = values[name] ?? '';
    if (typeof value === 'string') return value;
    return format === undefined ? printNumber(value) : formatDecimal(format, value);
  };
  const commands = study.job.analyses.map((each) => command(each.command).show(shown));
  return { run, values, commands, files };
}

async function sizeOf(renderable: RenderableStudy, path: string): Promise<number> {
  return (await stat(pathOf(renderable, path))).size;
}

function pathOf(renderable: RenderableStudy, path: string): string {
  const found = renderable.pathOf(path);
  if (found !== undefined) return found;
  throw new UsageError('USAGE_FILE', `The study has no file "${path}"`, { exitCode: 6 });
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
