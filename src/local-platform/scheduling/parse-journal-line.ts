import { z } from 'zod';
import type { JournalLine } from '../protocol.ts';

const run = z.int().min(0).max(1e9);
const at = z.number();
const started = { run, attempt: z.int(), at };

/** A path below a work folder; control characters are a run's own affair. */
const outputPath = z
  .string()
  .max(4096)
  .refine(
    (path) => !path.includes('\0') && path.split('/').every((part) => !/^\.{0,2}$/.test(part)),
  );

const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), at }),
  z.object({ kind: z.literal('started'), ...started, slot: z.int() }),
  z.object({ kind: z.literal('lost'), ...started }),
  z.object({
    kind: z.literal('ended'),
    ...started,
    startedAt: z.number(),
    end: z.enum(['exited', 'stopped', 'walltime', 'disk', 'unprepared', 'uncollected', 'killed']),
    exitCode: z.int().nullable(),
    message: z.string(),
    files: z.array(
      z.object({
        ...{ path: outputPath, size: z.number().min(0), md5: z.string().max(64) },
        sha512: z.string().max(128).optional(),
      }),
    ),
    outputs: z.array(z.tuple([z.string(), z.string()])),
  }),
  z.object({ kind: z.literal('fault'), rule: z.int(), run, at }),
  z.object({
    kind: z.literal('closed'),
    at,
    how: z.enum(['finished', 'stop', 'force', 'shutdown', 'walltime']),
  }),
]);

/** A line of a journal, or undefined for what no runner of ours writes: runs of its user may have written it. */
export function parseJournalLine(text: string): JournalLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
