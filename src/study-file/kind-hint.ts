import { numberSlip } from '../numbers/index.ts';
import type { DocumentPath } from './issues.ts';

/**
 * What to write where a value is of another kind than expected.
 * @param expected zod's word for the kind
 * @param path of the value in the study file
 */
export function kindHint(expected: string, value: unknown, path: DocumentPath): string | undefined {
  if (value === null) return nothingHint(expected, path);
  const share = shareHint(value, path);
  if (share !== undefined) return share;
  switch (expected) {
    case 'string':
      return textHint(value, path);
    case 'array':
      return listHint(value);
    case 'boolean':
      return booleanHint(value);
    case 'number':
    case 'int':
      return numberHint(expected, value, path);
    case 'object':
    case 'record':
      return typeof value === 'string' ? mapHint(value, path) : mapOfListHint(value, path);
    default:
      return undefined;
  }
}

function nothingHint(expected: string, path: DocumentPath): string | undefined {
  const key = path.findLast((step) => typeof step === 'string');
  if (expected === 'object' || expected === 'record') {
    return `indent the lines that belong to \`${key ?? 'it'}\` further than its key, or remove the key`;
  }
  if (expected === 'number' || expected === 'int') {
    return `write a number, such as \`${key ?? 'runs'}: 12\`, or remove the key`;
  }
  return expected === 'string' ? 'put a text that begins with `#` into quotes' : undefined;
}

/** A share of the runs is written as one. */
function shareHint(value: unknown, path: DocumentPath): string | undefined {
  if (path.at(-1) !== 'maxFailedRuns' || typeof value !== 'number') return undefined;
  return value > 0 && value < 1
    ? `write ${Number((100 * value).toPrecision(12))}% for a share of the runs, or a whole number of runs`
    : 'such as 5 or 10%';
}

function textHint(value: unknown, path: DocumentPath): string | undefined {
  if (typeof value === 'number' && path.at(-1) === 'runWalltime') {
    return `write it with its unit, such as ${value}s or ${value}m`;
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    return `put it into quotes: "${String(value)}"`;
  }
  const isWords = Array.isArray(value) && value.every((word) => typeof word === 'string');
  return isWords ? `write one text: ${value.join(' ')}` : undefined;
}

function listHint(value: unknown): string | undefined {
  if (value === null || Array.isArray(value)) return undefined;
  if (typeof value !== 'object') return `write a list: [${entriesOf(String(value)).join(', ')}]`;
  const entries = Object.values(value);
  const isFlat = entries.length > 0 && entries.every((entry) => typeof entry !== 'object');
  return isFlat ? `write a list: [${entries.join(', ')}]` : 'write a list: one `- ` for each entry';
}

function booleanHint(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^(?:yes|on|y|true)$/iu.test(value)) return 'write true';
  return /^(?:no|off|n|false)$/iu.test(value) ? 'write false' : undefined;
}

function numberHint(expected: string, value: unknown, path: DocumentPath): string | undefined {
  const field = path.findLast((step) => typeof step === 'string');
  if (typeof value === 'number' && field === 'walltime') {
    return 'whole hours; to limit one run, write `runWalltime: 30m` under `job`';
  }
  if (Array.isArray(value) && field === 'levels') return 'write the levels as `values`';
  if (typeof value !== 'string') return undefined;
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/u.test(value)) {
    return Number.isFinite(Number(value))
      ? `write ${value} without quotes`
      : 'write a finite number: they go up to 1.8e308';
  }
  const slip = numberSlip(value);
  if (slip?.unit !== undefined) {
    if (field === 'walltime') return 'write a whole number: it counts hours';
    if (path[0] === 'variables')
      return `${slip.advice}; beside \`type\`, write \`unit: ${slip.unit}\``;
  }
  if (slip) return slip.advice;
  return expected === 'int' ? 'such as 12' : 'numbers are written such as 12, 0.5 or 2.9e7';
}

/** Ranges up to this length are written out. */
const longestRange = 20;

/** What a text holds that was meant as a list: `1..4`, `1 2 3`, `a; b`. */
function entriesOf(text: string): readonly string[] {
  const [, from, to] = /^\s*(-?\d+)\s*(?:\.{2,3}|\u2026|:)\s*(-?\d+)\s*$/u.exec(text) ?? [];
  const length = Number(to) - Number(from) + 1;
  if (length > 1 && length <= longestRange) {
    return Array.from({ length }, (_, index) => String(Number(from) + index));
  }
  if (length > longestRange) return [from ?? '', String(Number(from) + 1), '…', to ?? ''];
  const parts = text.split(/[\s,;]+/u).filter((part) => part !== '');
  const areNumbers = parts.every((part) => Number.isFinite(Number(part)));
  return areNumbers && parts.length > 0 ? parts : text.split(/\s*;\s*/u);
}

/** A list where a map is wanted. */
function mapOfListHint(value: unknown, path: DocumentPath): string | undefined {
  if (path.length === 0) return studyHint;
  if (!Array.isArray(value)) return undefined;
  const entries: readonly unknown[] = value;
  const settings = entries.flatMap((entry): readonly (readonly [string, unknown])[] =>
    typeof entry === 'string' ? settingOf(entry) : isPlainMap(entry) ? Object.entries(entry) : [],
  );
  if (entries.length === 0 || settings.length < entries.length) {
    return 'write `name: value` for each entry, without the `- `';
  }
  return `write ${mapOf(settings)}`;
}

const studyHint =
  'a study is a map of fields: `name: …`, `variables: …`, `design: …`, `job: …`; `doeflow init` writes one that runs';

function settingOf(text: string): readonly (readonly [string, string])[] {
  const [, name, value] = /^\s*([^=\s]+)=(.*)$/su.exec(text) ?? [];
  return name === undefined ? [] : [[name, value ?? '']];
}

function isPlainMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapOf(settings: readonly (readonly [string, unknown])[]): string {
  return `{${settings.map(([name, value]) => `${name}: ${typeof value === 'object' ? '…' : JSON.stringify(String(value))}`).join(', ')}}`;
}

/** A text where a map is wanted is mostly its first field. */
function mapHint(text: string, path: DocumentPath): string | undefined {
  if (path.length === 0) return studyHint;
  switch (path.findLast((step) => typeof step === 'string')) {
    case 'analysis':
      return `write {code: ${text}, version: "…"}`;
    case 'templates':
      return `write {template: ${text}, as: ${text.replace(/\.(?:in|tpl|template|tmpl)$/u, '')}}`;
    case 'from':
      return `write ${outputSource(text)}`;
    case 'hardware':
      return `write {coreType: ${text}, slots: 1}`;
    case 'envVars':
      return settingOf(text).length === 0
        ? 'such as {NAME: "text"}'
        : `write ${mapOf(settingOf(text))}`;
    case 'retries':
      return 'a number for all causes, or {platform: 2, solver: 1}';
    default:
      return undefined;
  }
}

function outputSource(file: string): string {
  if (/\.json$/u.test(file)) return `{file: ${file}, pointer: /name}`;
  if (/\.csv$/u.test(file)) return `{file: ${file}, column: name}`;
  return `{file: ${file}, key: name}`;
}
