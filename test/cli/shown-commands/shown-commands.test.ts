import { it } from 'vitest';
import { verbs } from '../../../src/cli/verbs.ts';
import { readPages, commandsOfPage, commandsOfHelp } from './read-shown-commands.ts';
import { helpPage, namesVerb, refusalOf, verbLines } from './parse-command.ts';
it('x', async () => {
  const all = readPages().flatMap(([p, t]) => commandsOfPage(p, t));
  for (const v of await verbLines(verbs.map(({ name }) => name)))
    all.push(...commandsOfHelp(v.join(' '), await helpPage(v)));
  for (const c of all)
    console.log(
      c.inSentence ? '~' : ' ',
      c.where.padEnd(34),
      c.text,
      (await namesVerb(c.words)) ? '(verb)' : '',
      (await refusalOf(c.words)) ?? '',
    );
});
