import { describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { exampleText, inMemory } from './example.ts';

const withVariable = (name: string, text = 'x'): string =>
  exampleText.replace('  runWalltime', () => `  envVars: {"${name}": '${text}'}\n  runWalltime`);

function refusalOf(text: string): string {
  try {
    parseStudy(text, inMemory());
  } catch (error) {
    if (error instanceof StudyError) return error.issues.map(({ message }) => message).join('\n');
    throw error;
  }
  return '';
}

const warningsOf = (text: string): readonly string[] =>
  parseStudy(text, inMemory()).warnings.map(({ message, hint = '' }) => `${message} (${hint})`);

describe('a name of an environment variable', () => {
  it.each(['A B', '1x', '', 'a-b', 'x.y', 'é'])('that no system has is refused: "%s"', (name) => {
    const refusal = refusalOf(withVariable(name));
    expect(refusal).toBe(`Expected a name of an environment variable, got ${JSON.stringify(name)}`);
  });

  it.each(['DOEFLOW_VAR_w', 'DOEFLOW_HOME', 'doeflow_code'])(
    'that is the engine’s own is refused: %s',
    (name) => {
      expect(refusalOf(withVariable(name))).toContain(`\`${name}\` can't be set here`);
    },
  );

  it('is no reason to stop a study that was started with it', () => {
    const parsed = parseStudy(withVariable('A B'), { ...inMemory(), wasAccepted: true });
    expect(parsed.warnings).toHaveLength(1);
  });

  it.each([
    ['PATH', 'replaces the search path'],
    ['IFS', 'is set by each shell itself'],
    ['UID', 'is set by each shell itself'],
  ])('that hardly does what is meant is warned of: %s', (name, message) => {
    expect(warningsOf(withVariable(name))).toEqual([expect.stringContaining(message)]);
  });

  it.each(['LD_PRELOAD', 'OMP_NUM_THREADS', '_a1', 'MYPATH'])('is taken: %s', (name) => {
    expect(warningsOf(withVariable(name))).toEqual([]);
  });
});

describe('the text of an environment variable', () => {
  it.each([
    ['$HOME/lib', '`$HOME` stays as it is written (no shell replaces it here; set `A` in the'],
    ['${HOME}/lib', '`${HOME}` stays as it is written (no shell replaces it here'],
    ['$load', '`$load` stays as it is written (did you mean `${load}`, the value of the study?)'],
  ])('stays as it is, which is told: %s', (text, told) => {
    expect(warningsOf(withVariable('A', text))).toEqual([expect.stringContaining(told)]);
  });

  it.each(['${load}', '5 $', 'a$1', '$$', 'plain'])('has nothing to tell of: %s', (text) => {
    expect(warningsOf(withVariable('A', text))).toEqual([]);
  });
});
