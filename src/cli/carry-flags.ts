/** Commands that are suggested work where this one does: the flags that decide it go along. */
import type { CommandContext, GlobalFlags } from './context.ts';
import { usualProfile } from './engine/usual-profile.ts';

/** Adds flags to the commands in a text. */
export type CarryFlags = (text: string) => string;

/** From now on the commands that `context` suggests have its flags. */
export function carryFlags(context: CommandContext): void {
  context.output.suggest(createCarryFlags(context.flags, () => usualProfile(context)));
}

/** A text that a shell takes as one word of itself. */
const plainWord = /^[\w@%+=:,./-]+$/u;

/** Commands that work on studies or the platform, unless they name a profile already: the others do the same whatever the flags are. */
const bound =
  /\bdoeflow (?=(?:analyze|api|archive|compare|config|dev|doctor|list|login|logs|pause|plan|reap|render|results|resume|retry|run|runs|schedule|start|status|stop|watch|worker)\b)(?![^|\n]*--profile\b)/gu;

/**
 * Gives back what adds the flags that this command was given.
 * @param usualProfile the profile that is taken where none is named; undefined where that can't be told
 */
export function createCarryFlags(
  flags: GlobalFlags,
  usualProfile: () => string | undefined,
): CarryFlags {
  const { profile, platformUrl, insecureHttp, temporalAddress, temporalNamespace } = flags;
  const given: readonly (readonly [string, string | undefined])[] = [
    ['profile', profile === undefined || profile === usualProfile() ? undefined : profile],
    ['platform-url', platformUrl],
    ['temporal-address', temporalAddress],
    ['temporal-namespace', temporalNamespace],
  ];
  const words = [
    ...given.flatMap(([name, value]) =>
      // What a shell would take apart is left to whoever wrote it.
      value === undefined || !plainWord.test(value) ? [] : [`--${name} ${value}`],
    ),
    ...(insecureHttp === true ? ['--insecure-http'] : []),
  ].join(' ');
  if (words === '') return (text) => text;
  return (text) => text.replaceAll(bound, `doeflow ${words} `);
}
