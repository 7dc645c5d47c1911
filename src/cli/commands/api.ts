import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RawAnswer, RawRequest } from '../../platform-api/index.ts';
import {
  isNotServed,
  parseRawFields,
  readResourceTable,
  tableResources,
} from '../../platform-api/index.ts';
import { UsageError } from '../../errors.ts';
import { readUtf8, writeNamedFile } from '../../files/index.ts';
import { readAllInput } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import type { PlatformLink } from '../engine/open-platform.ts';
import { readSettings } from '../engine/read-settings.ts';
import { requireMeantPlatform } from '../engine/require-meant-platform.ts';
import { openPlatform } from '../engine/open-platform.ts';
import { toJson } from '../output/json-voice.ts';
import { appended, parseCount, parseDuration } from '../parse-arguments.ts';
import type { DefineVerb } from '../define-verb.ts';

interface ApiOptions {
  readonly field: readonly string[];
  readonly input?: string;
  readonly upload?: string;
  readonly paginate?: boolean;
  readonly output?: string;
  readonly limit: number;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Text search of jobs. */
  readonly search?: string;
  /** The job whose files or custom fields are listed. */
  readonly job?: string;
}

/** Without --timeout. */
const usualAnswerMs = 120_000;

const methods: readonly RawRequest['method'][] = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
];

/** `doeflow api`: any request to the platform with the profile's token; its lists as tables. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<method>', 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS, or ls')
    .argument('<path>', `path such as jobs or v3/clusters; for ls: ${tableResources.join(', ')}`)
    .option(
      '-F, --field <name=value>',
      'a field of the request body; may be repeated',
      appended,
      [],
    )
    .option('--input <file>', 'read the request body as JSON from a file; - is standard input')
    .option('--upload <file>', 'send a file to files/contents')
    .option('--paginate', 'print all pages of a list as one array')
    .option('-o, --output <file>', 'write the response to a file, unchanged')
    .option('--search <text>', 'with ls: only rows that contain this text')
    .option('--job <id>', 'with ls files or ls custom-fields: those of this job')
    .option('--limit <n>', 'with ls: print at most this many rows', parseCount, 100)
    .option(
      '--timeout <duration>',
      `give up when an answer is not whole after this time, such as 30s (default: ${usualAnswerMs / 1000}s)`,
      parseDuration,
    )
    .addHelpText('after', () => examples)
    .action(async (method: string, path: string, options: ApiOptions) => {
      requireMeantPlatform(context, readSettings(context));
      const platform = await openPlatform(context, {
        answerMs: options.timeout ?? usualAnswerMs,
        looksOnly: true,
      });
      try {
        if (method.toLowerCase() === 'ls') await list(context, platform, path, options);
        else await call(context, platform, method, path, options);
      } finally {
        await platform.close();
      }
    });
};

const examples = `
Examples:
  doeflow api ls jobs --search my-study
  doeflow api GET jobs/JOB/statuses
  doeflow api POST files/contents --upload mesh.zip

Share a failed job with a support desk or a colleague:
  doeflow api ls analyses                # shows the addresses of the support desks
  doeflow api POST jobs/JOB/share -F email=desk@example.com -F message="Run 3 failed"`;

async function call(
  context: CommandContext,
  platform: PlatformLink,
  methodText: string,
  path: string,
  options: ApiOptions,
): Promise<void> {
  const { output, interrupt } = context;
  const method = methods.find((each) => each === methodText.toUpperCase());
  if (method === undefined) {
    throw new UsageError('USAGE_ARGUMENTS', `"${methodText}" is neither an HTTP method nor ls`, {
      hint: `Use ls or one of ${methods.join(', ')}`,
    });
  }
  const body = await bodyOf(context, options);
  const request: RawRequest = {
    method,
    path,
    signal: interrupt.signal,
    ...(body === undefined ? {} : { body }),
    ...(options.upload === undefined
      ? {}
      : { upload: { path: resolve(context.cwd, options.upload) } }),
  };
  if (options.paginate === true) {
    const rows: unknown[] = [];
    for await (const row of platform.client.raw.rows(request)) rows.push(row);
    await output.write(`${toJson(rows, 2)}\n`);
    return;
  }
  const answer = await platform.client.raw.send(request);
  if (options.output !== undefined) {
    await writeNamedFile(resolve(context.cwd, options.output), answer.bytes);
    if (answer.notJson !== undefined) throw answer.notJson;
  } else if (answer.notJson !== undefined) {
    throw answer.notJson;
  } else if (answer.json !== undefined) {
    await output.write(`${toJson(answer.json, 2)}\n`);
  } else {
    await writeBody(context, answer);
  }
  output.note(`HTTP ${answer.status}`);
}

/** What isn't JSON: to a file or pipe byte for byte, to a terminal as text without what it would obey. */
async function writeBody({ output }: CommandContext, { bytes }: RawAnswer): Promise<void> {
  if (!output.terminal) return output.writeBytes(bytes);
  if (isUtf8(bytes)) return output.write(bytes.toString('utf8'));
  throw new UsageError('USAGE_API', `The answer is no text (${bytes.length} bytes)`, {
    hint: 'Write it to a file with --output FILE',
  });
}

async function bodyOf(context: CommandContext, options: ApiOptions): Promise<unknown> {
  if (options.input === undefined) {
    return options.field.length === 0 ? undefined : parseRawFields(options.field);
  }
  const text =
    options.input === '-'
      ? await readAllInput(context)
      : readUtf8(await readFile(resolve(context.cwd, options.input)), options.input);
  if (typeof text !== 'string') {
    const { line, column, message, hint } = text;
    throw new UsageError('USAGE_API', `${options.input}:${line}:${column}: ${message}`, { hint });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError('USAGE_API', `The request body in ${options.input} is not valid JSON`, {
      cause,
      hint: cause instanceof Error ? cause.message : String(cause),
    });
  }
}

async function list(
  context: CommandContext,
  platform: PlatformLink,
  name: string,
  options: ApiOptions,
): Promise<void> {
  const resource = tableResources.find((each) => each === name);
  if (resource === undefined) {
    throw new UsageError('USAGE_ARGUMENTS', `doeflow api ls has no list "${name}"`, {
      hint: `Use one of ${tableResources.join(', ')}`,
    });
  }
  const table = await readResourceTable(platform.client, resource, {
    jobId: options.job,
    q: options.search,
    signal: context.interrupt.signal,
  });
  if (isNotServed(table)) {
    throw new UsageError(
      'USAGE_NOT_SERVED',
      table.reason ?? `This platform does not have the endpoint ${table.endpoint}`,
      {
        exitCode: 6,
        hint: 'For files and custom fields, list those of one job with --job ID',
      },
    );
  }
  const rows: (readonly (string | number)[])[] = [];
  for await (const row of table.rows) {
    if (rows.length === options.limit) {
      context.output.note(`There are more than ${options.limit} rows; to see more, use --limit N.`);
      break;
    }
    rows.push(row);
  }
  context.output.show({
    json: rows.map((row) =>
      Object.fromEntries(table.columns.map((column, index) => [column, row[index] ?? ''])),
    ),
    human: [{ kind: 'table', head: table.columns, rows: rows.map((row) => row.map(String)) }],
    quiet: rows.map((row) => row[0] ?? '').join('\n'),
  });
}
