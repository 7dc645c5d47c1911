import { Command, CommanderError } from 'commander';
import { expect, it } from 'vitest';
import { documentHelp } from '../../src/cli/help-document.ts';

async function said(...words: readonly string[]): Promise<string> {
  let text = '';
  const program = new Command('doeflow').description('Studies.').exitOverride();
  const { take } = documentHelp(program, (more) => (text += more));
  program.configureOutput({ writeOut: take, writeErr: () => undefined }).version('1.2.3');
  program.addHelpText('after', '\nExit codes: 0').option('--json', 'as JSON');
  const archive = program.command('archive').summary('keep').addHelpText('after', 'an example');
  archive.command('show').argument('<name>', 'of the archive').description('Show one.');
  await program.parseAsync(words, { from: 'user' }).catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error;
  });
  return text;
}

it('help is one document, with its options, verbs and notes', async () => {
  expect(JSON.parse(await said('--help'))).toMatchObject({
    description: 'Studies.',
    verbs: [{ name: 'archive', summary: 'keep' }],
    notes: 'Exit codes: 0',
  });
  expect(JSON.parse(await said('archive', '--help'))).toMatchObject({
    verbs: [{ name: 'show', summary: 'Show one.' }],
    notes: 'an example',
  });
  expect(JSON.parse(await said('archive', 'show', '--help'))).toMatchObject({
    arguments: [{ name: 'name', description: 'of the archive', required: true }],
    options: expect.arrayContaining([{ flags: '--json', description: 'as JSON' }]) as unknown,
    notes: '',
  });
});

it('a version stays as it is, and a mistake has no help', async () => {
  expect(await said('--version')).toBe('1.2.3\n');
  expect(await said('archive')).toBe('');
});
