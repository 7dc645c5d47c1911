/**
 * Plan files: a plan as one JSON file that can be kept, reviewed and executed later, exactly. It holds the study file's text, the hashes of every
 * file that the study names, and those of its rows; its own hash shows whether it was changed.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { findDuplicateKey } from './duplicate-json-key.ts';
import { UsageError } from '../errors.ts';
import { readBeginning } from '../files/index.ts';
import type { Plan } from '../study/plan.ts';
import { canonicalJson } from './canonical-study.ts';
import { designHash } from './design-hash.ts';
import { hashFile, hashOfFiles } from './plan-hash.ts';
import { planLoadedStudy } from './plan-loaded-study.ts';
import { NamedFiles, type StudyBounds } from './named-files.ts';
import { loadStudyText, type LoadedStudy } from './read-study.ts';

const format = 'doeflow plan';

/** The study file has at most 1 MB, and there is a line for each file that it names. */
const maxPlanFileBytes = 50_000_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u);

const planFileSchema = z.strictObject({
  format: z.literal(format),
  formatVersion: z.literal(1),
  engineVersion: z.string(),
  study: z.string(),
  runs: z.int().min(0),
  jobs: z.int().min(0),
  /** Equal plans have equal ones: studies are known again by it. */
  planHash: sha256,
  designHash: sha256,
  studyFile: z.strictObject({
    name: z.string().regex(/^[^/\\]+$/u),
    /** Of the study's folder, from the plan file's own. */
    folder: z.string(),
    text: z.string(),
  }),
  files: z.array(
    z.strictObject({
      /** As the study file writes it. */
      path: z.string(),
      role: z.enum(['input', 'template', 'script', 'case', 'table']),
      sha256,
      bytes: z.int().min(0),
    }),
  ),
  /** Of all of the above. */
  sha256,
});

type PlanFile = z.output<typeof planFileSchema>;

/** A plan that was kept, as it is today. */
export interface KeptPlan {
  readonly loaded: LoadedStudy;
  readonly plan: Plan;
  /** See `planHash`. */
  readonly planHash: string;
  /** Sentences about what is different by now, and doesn't matter to the plan. */
  readonly remarks: readonly string[];
}

/**
 * @param target where the plan file will be
 * @returns its text; equal plans of one engine, made for one place, have equal ones
 */
export async function planFileText(
  { loaded, plan }: { readonly loaded: LoadedStudy; readonly plan: Plan },
  options: { readonly target: string; readonly engineVersion: string },
): Promise<string> {
  const files: PlanFile['files'] = [];
  for (const { path, role, absolutePath } of loaded.files) {
    const { size } = await stat(absolutePath);
    files.push({ path, role, sha256: await hashFile(absolutePath), bytes: size });
  }
  const content: Omit<PlanFile, 'sha256'> = {
    format,
    formatVersion: 1,
    engineVersion: options.engineVersion,
    study: loaded.study.name,
    runs: plan.runCount,
    jobs: plan.jobs.length,
    planHash: hashOfFiles(loaded.study, files),
    designHash: designHash(plan),
    studyFile: {
      name: basename(loaded.file),
      folder: relative(dirname(resolve(options.target)), loaded.directory) || '.',
      text: loaded.text,
    },
    files,
  };
  return `${JSON.stringify({ ...content, sha256: hashOf(content) }, null, 2)}\n`;
}

/** @returns whether the file at `path` begins as a plan file does */
export function isPlanFile(path: string): boolean {
  const start = readBeginning(path, 200)?.toString('latin1') ?? '';
  return /^\s*\{\s*"format":\s*"doeflow plan"/u.test(start);
}

/**
 * The plan that a plan file holds, made again and found equal: the same rows, and files with the same content.
 * @param bounds what the study may read beside its own folder
 * @throws UsageError `USAGE_PLAN_FILE`, `USAGE_PLAN_CHANGED`, exit code 5, with every file that isn't as it was
 */
export async function readPlanFile(path: string, bounds: StudyBounds = {}): Promise<KeptPlan> {
  const kept = await parsePlanFile(path);
  const directory = resolve(dirname(path), kept.studyFile.folder);
  const file = join(dirname(path), kept.studyFile.folder, kept.studyFile.name);
  const again = `doeflow plan ${join(dirname(path), kept.studyFile.folder)} -o ${path}`;
  const named = new NamedFiles(directory, bounds);
  const changes: string[] = [];
  for (const one of kept.files) {
    const change = await changeOf(one, named, resolve(directory, one.path));
    if (change !== undefined) changes.push(change);
  }
  if (changes.length > 0) {
    throw refused(
      [`The plan ${path} can't be executed as it is:`, ...changes].join('\n  '),
      `Bring ${changes.length === 1 ? 'the file' : 'the files'} back as planned, or plan again and look at it: ${again}`,
    );
  }
  const loaded = loadStudyText(kept.studyFile.text, file, { bounds });
  const plan = planLoadedStudy(loaded);
  const isEqual =
    hashOfFiles(loaded.study, kept.files) === kept.planHash &&
    designHash(plan) === kept.designHash &&
    isDeepStrictEqual(namesOf(loaded.files), namesOf(kept.files));
  if (!isEqual) {
    throw refused(
      `The plan ${path} was made by doeflow ${kept.engineVersion}, and this one would run it in another way`,
      `Execute it with that version, or plan again and look at it: ${again}`,
    );
  }
  const { planHash } = kept;
  return {
    loaded,
    plan,
    planHash,
    remarks: remarksOn(kept, named, path),
  };
}

async function parsePlanFile(path: string): Promise<PlanFile> {
  const { size } = await stat(path);
  const bytes = size > maxPlanFileBytes ? undefined : readBeginning(path, size);
  const value = bytes === undefined ? undefined : parseJson(bytes.toString('utf8'));
  const twice = bytes && value !== undefined ? findDuplicateKey(bytes.toString('utf8')) : undefined;
  if (twice) {
    throw refused(
      `${path}:${twice.line}: The key ${JSON.stringify(twice.key)} appears twice in the plan file, so it isn’t clear which is meant`,
      'Change the study file instead, and make the plan again: doeflow plan STUDY -o FILE',
    );
  }
  const parsed = planFileSchema.safeParse(value);
  if (!parsed.success) {
    throw new UsageError('USAGE_PLAN_FILE', `${path} is no plan file that can be read`, {
      exitCode: 5,
      hint: 'It may be cut, or of another version of doeflow. Make it again: doeflow plan STUDY -o FILE',
    });
  }
  const { sha256: written, ...content } = parsed.data;
  if (hashOf(content) === written) return parsed.data;
  throw refused(
    `The plan file ${path} was changed after it was made: its content and its own hash differ`,
    'Change the study file instead, and make the plan again: doeflow plan STUDY -o FILE',
  );
}

async function changeOf(
  { path, sha256: planned, bytes }: PlanFile['files'][number],
  named: NamedFiles,
  absolutePath: string,
): Promise<string | undefined> {
  const found = named.find(path);
  if (found.kind === 'missing') return `${path} is missing (looked for ${absolutePath})`;
  // What it may not read is told with its place in the study file.
  if (found.kind !== 'file') return undefined;
  const isEqual = found.bytes === bytes && (await hashFile(found.at)) === planned;
  return isEqual ? undefined : `${path} has changed since it was planned`;
}

/** The plan has the text of the study file, so that file is no more needed. */
function remarksOn({ studyFile }: PlanFile, named: NamedFiles, path: string): readonly string[] {
  const current = named.text(studyFile.name);
  if (current === undefined || current === studyFile.text) return [];
  return [`${studyFile.name} has changed since; what runs is its text in ${path}`];
}

function namesOf(files: readonly Pick<PlanFile['files'][number], 'path' | 'role'>[]): unknown {
  return files.map(({ path, role }) => [path, role]);
}

function hashOf(content: Omit<PlanFile, 'sha256'>): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refused(message: string, hint: string): UsageError {
  return new UsageError('USAGE_PLAN_CHANGED', message, { exitCode: 5, hint });
}
