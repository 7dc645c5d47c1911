/** Paths in commands that all runs of a machine share, so that one run finds there what another one wrote. Pure. */
import { commandsWithoutComments, commandsWithoutDocuments } from '../shell/index.ts';
import type { Doubt } from './doubtful-commands.ts';

/** A path that is the same in every run: behind `/`, `~/` or the home folder, without anything that a shell replaces. */
const path = String.raw`["']?(?<path>(?:~|\$HOME|\$\{HOME\})?\/[\w.+@%,=:/-]*)(?<rest>[$\x60{*?[]|["'][$\x60])?`;
const written = new RegExp(
  String.raw`(?:(?<![<\d])(?:\d|&)?>{1,2}\|?|\btee(?:\s+-a)?\s|\s-o|\s--?out(?:put)?[=\s])\s*${path}`,
  'gu',
);
const named = new RegExp(String.raw`(?<=^|[\s"'=<>(;&|:])${path}`, 'gu');

/** Where programs leave what nobody keeps: a path there is hardly anything but what a run wrote. */
const temporary = /^\/(?:tmp|var\/tmp|dev\/shm)\//u;
/** What `mktemp` makes a name of. */
const isTemplate = /X{3,}/u;
const noFile = /^\/(?:dev\/(?!shm\/)|proc\/|sys\/)|\/$/u;

/** How many paths a doubt names. */
const mostNamed = 3;

/** A doubt where a command writes to such a path, or names one among the temporary files. */
export function doubtsOfShared(command: string): readonly Doubt[] {
  const text = commandsWithoutComments(commandsWithoutDocuments(command));
  const found = new Set<string>();
  for (const [pattern, isWritten] of [
    [written, true],
    [named, false],
  ] as const) {
    for (const { groups } of text.matchAll(pattern)) {
      const { path: one = '', rest } = groups ?? {};
      if (rest !== undefined || noFile.test(one) || isTemplate.test(one)) continue;
      if (isWritten || temporary.test(one)) found.add(one);
    }
  }
  if (found.size === 0) return [];
  const all = [...found].map((one) => `\`${one}\``);
  const more = all.length > mostNamed ? `, and ${all.length - mostNamed} more` : '';
  return [
    {
      message: `${all.slice(0, mostNamed).join(', ')}${more}: the same path in every run. Runs at the same time on one machine write over each other there, and one that fails finds what an earlier run left`,
      hint: 'write into the folder of the run, by a path without `/` at its beginning, such as `> out.txt`; for room elsewhere, `d=$(mktemp -d)`',
    },
  ];
}
