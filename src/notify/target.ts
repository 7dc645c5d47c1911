import { z } from 'zod';

/** A target as the profile file has it, by its name. */
export const notifyTargetSchema = z
  .strictObject({
    /** `https`, or `http` on this machine. */
    webhook: z.string().min(1).optional(),
    /** A header of the webhook whose value stands in a variable of the worker's environment. */
    secret: z
      .strictObject({
        header: z.string().regex(/^[A-Za-z0-9-]+$/u),
        env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/u),
      })
      .optional(),
    /** A program and its arguments, which gets the event on its standard input. */
    command: z.tuple([z.string().min(1)], z.string()).optional(),
    /** True to tell it of every study. */
    default: z.boolean().optional(),
  })
  .refine(({ webhook, command }) => (webhook === undefined) !== (command === undefined), {
    message: 'expected either webhook or command',
  })
  .refine(({ webhook, secret }) => secret === undefined || webhook !== undefined, {
    message: 'expected secret only beside webhook',
  });

/** A target as written. */
export type NotifyTarget = Readonly<z.output<typeof notifyTargetSchema>>;

/** Targets by name. */
export type NotifyTargets = Readonly<Record<string, NotifyTarget>>;

/** What a target is, for a person: an address without its path, which may be a secret, or a program. */
export function targetWords({ webhook = '', command }: NotifyTarget): string {
  if (command !== undefined) return `the command ${command[0]}`;
  return URL.canParse(webhook) ? new URL(webhook).origin : 'an address that is none';
}
