import { describe, expect, it } from 'vitest';
import { parseStudy } from '../../src/study-file/parse-study.ts';
import { planLoadedStudy } from '../../src/study-file/plan-loaded-study.ts';
import { exampleFiles, exampleText, inMemory } from './example.ts';

const command = 'command: node beam.mjs beam.json';
const withCommand = (text: string): string =>
  exampleText.replace(command, () => `command: ${JSON.stringify(text)}`);
const warningsOf = (text: string) => parseStudy(text, inMemory()).warnings;

describe('a name in a command that the study does not have', () => {
  it.each([
    ['node a ${laod}', '`${laod}` is left to the shell', '`${load}`', 20],
    ['node a "${Grade}"', '`${Grade}` is left to the shell', '`${grade}`', undefined],
    ['. ./env.sh; node a $grade', '`$grade` is left to the shell', '`${grade}`', undefined],
    ['x=$(node ${grad}); echo $x', '`${grad}` is left to the shell', '`${grade}`', 22],
    ['cat <<E\n${grad}\nE', '`${grad}` is left to the shell', '`${grade}`', undefined],
  ])('is told where one is near: %s', (text, message, meant, column) => {
    const [warning, ...others] = warningsOf(withCommand(text));
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ file: 'study.yaml', line: 16, message });
    expect(warning?.hint).toContain(`did you mean ${meant}`);
    if (column !== undefined) expect(warning?.column).toBe(column);
  });

  it.each([
    'cd ${HOME}; node $PWD ${TMPDIR}',
    'node ${SLURM_LOAD} $1 $? $0 $$ $# $@ ${LINENO} $RESCALE_JOB_ID ${RESCALE_RUN_NUMBER}',
    'laod=3; node ${laod}',
    'read -r laod < x; node "$laod"',
    'for grad in 1 2; do node ${grad} || exit 1; done',
    ': ${laod:=4}; node ${laod}',
    'node ${laod:-1}',
    "node '${laod}' \\${laod}",
    'node ${load} ${run} ${DOEFLOW_VAR_load%.*}',
  ])('is the shell’s: %s', (text) => {
    const written = JSON.stringify(text);
    expect(warningsOf(exampleText.replace(command, () => `command: ${written}`))).toEqual([]);
  });

  it.each([
    ['node a ${load} $quux', '`$quux` is a variable of the shell that nothing sets', 28],
    ['node a "${quux}" $quux ${quux%.*}', '`${quux}` is a variable of the shell that', 12],
    ["sh -c 'node $quux'", '`$quux` is a variable of the shell of `sh -c` that nothing', 25],
    ['node $(( quux + 1 ))', '`quux` is a variable of the shell that nothing sets', 22],
  ])('is told once where nothing sets it: %s', (text, message, column) => {
    expect(warningsOf(withCommand(text))).toMatchObject([
      { line: 16, column, message: expect.stringContaining(message) as string },
    ]);
  });

  it.each([
    'quux=1; node $quux',
    'read quux < f; node $quux',
    '. ./env.sh; node $quux',
    'node ${quux:-} ${quux-1} ${quux:+x}',
    "ssh host 'node $quux'",
    "node '$quux' # $quux",
  ])('is not told as unset where something may set it, or says what stands for it: %s', (text) => {
    expect(warningsOf(withCommand(text))).toEqual([]);
  });

  it('is the shell’s where the study sets it', () => {
    const text = withCommand('node ${laod}').replace(
      '  runWalltime',
      '  envVars: {laod: "1"}\n  runWalltime',
    );
    expect(warningsOf(text)).toEqual([]);
  });

  it('stops no study that was started before it was looked for', () => {
    const text = withCommand('node a grade=$grade');
    expect(() => parseStudy(text, inMemory())).toThrow();
    expect(parseStudy(text, { ...inMemory(), wasAccepted: true }).warnings).toMatchObject([
      {
        message:
          '`$grade` is a variable of the shell, which nothing sets: it is empty in every run',
      },
    ]);
  });

  it.each([
    ["sh -c 'node a $load' ${load}", 'the shell of `sh -c`'],
    ["ssh host 'node a $load'", undefined],
    ["docker run img sh -c 'node a $load'", undefined],
    ["load=3; sh -c 'node a $load'", undefined],
    ["sh -c '. ./env.sh; node a $load'", undefined],
  ])(
    'of the study is refused in a script for another shell, or told where it may be right: %s',
    (text, refused) => {
      if (refused !== undefined)
        expect(() => parseStudy(withCommand(text), inMemory())).toThrow(refused);
      else {
        expect(
          warningsOf(
            withCommand(`${text}; echo \${load}`.replace('load=3; ', 'load=${load}; ')),
          ).map(({ message }) => message),
        ).toContainEqual(
          expect.stringMatching(/^`\$load` is left to the shell of `(?:ssh|sh -c)`$/u),
        );
      }
    },
  );

  it('is told in environment variables, and in the notes of the plan', () => {
    const text = exampleText.replace('  runWalltime', '  envVars: {A: "${laod}"}\n  runWalltime');
    const parsed = parseStudy(text, inMemory());
    expect(parsed.warnings).toMatchObject([{ message: '`${laod}` stays as it is written' }]);
    const { notes } = planLoadedStudy({ ...parsed, file: 'study.yaml', text });
    expect(notes.join('\n')).toContain('`${laod}` stays as it is written (did you mean `${load}`');
  });
});

describe('a value in the commands of another shell', () => {
  it.each([
    ['bash -c "node a ${grade}"', 'bash -c'],
    ['/bin/sh -ec "node a ${load} ${grade}" > o.txt', 'sh -c'],
    ['eval "node a ${grade}"', 'eval'],
    ['eval node ${grade}', 'eval'],
    ['ssh host node a ${grade}', 'ssh'],
    ['ls | xargs -n1 zsh -c "node ${grade}"', 'zsh -c'],
    ['su -c "node ${grade}" user', 'su -c'],
    ['bash <<E\nnode a ${grade}\nE', 'bash'],
  ])('is refused where it may be any text: %s', (text, through) => {
    expect(() => parseStudy(withCommand(text), inMemory())).toThrow(
      `\${grade} becomes a part of the commands of \`${through}\``,
    );
  });

  it.each([
    'bash -c "node a ${load}"',
    'bash -c \'node a "$1"\' _ ${grade}',
    'sh -c \'node a "$DOEFLOW_VAR_grade"\'',
    'ssh host node a "${DOEFLOW_VAR_grade@Q}"',
    'eval "$(node a ${grade})"',
    'bash -c "node a $(cat ${grade})"',
    'cat <<E\n${grade}\nE',
    'echo "bash -c ${grade}"',
  ])('is right where it is a number, or an argument: %s', (text) => {
    expect(() => parseStudy(withCommand(text), inMemory())).not.toThrow();
  });
});

describe('a name of DOEFLOW_VAR_ that no run has', () => {
  const empty = /`DOEFLOW_VAR_Load` is empty in every run: the study has no input `Load`/u;

  it.each([
    'node a $DOEFLOW_VAR_Load',
    'node a ${DOEFLOW_VAR_Load}',
    'node a ${DOEFLOW_VAR_Load%.*}',
    'node a $(( 1000 + DOEFLOW_VAR_Load + ${load} ))',
    "sh -c 'node a $DOEFLOW_VAR_Load'",
  ])('is refused: %s', (text) => {
    expect(() => parseStudy(withCommand(text), inMemory())).toThrow(empty);
    expect(() => parseStudy(withCommand(text), { ...inMemory(), wasAccepted: true })).not.toThrow();
  });

  it.each(['node a ${DOEFLOW_VAR_Load:-3}', 'awk \'BEGIN{print ENVIRON["DOEFLOW_VAR_Load"]}\''])(
    'is told where it may be right: %s',
    (text) => {
      expect(warningsOf(withCommand(text))).toMatchObject([
        {
          message: expect.stringMatching(empty) as string,
          hint: 'did you mean `DOEFLOW_VAR_load`?',
        },
      ]);
    },
  );

  it.each([
    'node a $DOEFLOW_VAR_load ${DOEFLOW_VAR_run%.*}',
    'DOEFLOW_VAR_other=3; node a $DOEFLOW_VAR_other',
    'x=1; node a DOEFLOW_VAR_$x # $DOEFLOW_VAR_Load',
  ])('is none of them: %s', (text) => {
    expect(warningsOf(withCommand(text))).toEqual([]);
  });

  it('is told in input files and environment variables', () => {
    const files = inMemory({ ...exampleFiles, 'beam.mjs': '\n  x = env.DOEFLOW_VAR_Load' });
    expect(parseStudy(exampleText, files).warnings).toMatchObject([
      { file: 'beam.mjs', line: 2, column: 11, message: expect.stringMatching(empty) as string },
    ]);
    const text = exampleText.replace(
      '  runWalltime',
      '  envVars: {A: "${DOEFLOW_VAR_Load}"}\n  runWalltime',
    );
    expect(() => parseStudy(text, inMemory())).toThrow(empty);
  });

  it.each([
    'DOEFLOW_VAR_load=77; node a ${load}',
    'export DOEFLOW_VAR_load=1; node a',
    'read DOEFLOW_VAR_load',
  ])('is refused where a run has it, and the command sets it: %s', (text) => {
    expect(() => parseStudy(withCommand(text), inMemory())).toThrow(
      'The command sets `DOEFLOW_VAR_load`',
    );
  });
});
