/** Completion scripts for shells, from the table of verbs. Pure. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

export interface CompletedVerb {
  /** As it is typed after `doeflow`, such as `archive show`. */
  readonly name: string;
  readonly summary: string;
  /** Long options with their dashes. */
  readonly options: readonly string[];
  /** Words that options may have, by the option with its dashes. */
  readonly choices?: ReadonlyMap<string, readonly string[]>;
  /** Command that lists what its argument may be, asked while typing; absent where that is a file, or nothing. */
  readonly listedBy?: string;
  /** Whether its argument may also be STUDY/RUN. */
  readonly takesRun?: boolean;
  /** What it does, where it does nothing itself; their names begin with its own. */
  readonly verbs: readonly CompletedVerb[];
}

/** Command that lists the profiles of the settings file. */
const profilesListedBy = 'doeflow config --profiles --quiet';

const globalOptions = ['--json', '--quiet', '--verbose', '--no-color', '--profile', '--help'];

/** The text of a shell's completion script, ended by a line feed. */
export function completionScript(shell: Shell, verbs: readonly CompletedVerb[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(verbs);
    case 'zsh':
      return `autoload -U +X bashcompinit && bashcompinit\n${bashScript(verbs)}`;
    case 'fish':
      return fishScript(verbs);
  }
}

function bashScript(verbs: readonly CompletedVerb[]): string {
  const all = withParts(verbs);
  const parents = all.filter((verb) => verb.verbs.length > 0);
  const options = all.map(
    (verb) => `      '${verb.name}') words="${[...verb.options, ...globalOptions].join(' ')}" ;;`,
  );
  const words = [
    `      '') words="${verbs.map(lastWord).join(' ')}" ;;`,
    ...parents.map(
      (verb) => `      '${verb.name}') words="${verb.verbs.map(lastWord).join(' ')}" ;;`,
    ),
    ...all.flatMap(({ name, listedBy }) =>
      listedBy === undefined ? [] : [`      '${name}') words="$(${listedBy} 2>/dev/null)" ;;`],
    ),
  ];
  const withRuns = all
    .filter(({ takesRun }) => takesRun === true)
    .map(({ name }) => `'${name} '*/*`);
  const ofRuns =
    withRuns.length === 0
      ? ''
      : `
  case "$verb $current" in
    ${withRuns.join('|')}) words="$(${runsListedBy('"${current%%/*}"')})" ;;
  esac`;
  const values = all.flatMap(({ name, choices = new Map() }) =>
    [...choices].map(([option, known]) => `    '${name} ${option}') words="${known.join(' ')}" ;;`),
  );
  return `_doeflow() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" verb="" words=""
  if [ "$COMP_CWORD" -gt 1 ]; then verb="\${COMP_WORDS[1]}"; fi
  case "$verb" in
    ${parents.map(({ name }) => name).join('|')})
      if [ "$COMP_CWORD" -gt 2 ]; then verb="$verb \${COMP_WORDS[2]}"; fi ;;
  esac
  case "$verb $before" in
    *' --profile') words="$(${profilesListedBy} 2>/dev/null)" ;;
${values.join('\n')}
  esac${ofRuns}
  if [ -n "$words" ]; then :
  elif [ "\${current#-}" != "$current" ]; then
    case "$verb" in
${options.join('\n')}
    esac
  else
    case "$verb" in
${words.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _doeflow doeflow
`;
}

/** A function tells whether the line begins with a verb, as `list` is also the second word of others. */
const fishVerb = `function __doeflow_is
  set -l typed (commandline -opc)
  set -e typed[1]
  set -l count (count $argv)
  test (count $typed) -ge $count; and test "$typed[1..$count]" = "$argv"
end`;

/** Command that lists the runs of a study as STUDY/RUN. */
function runsListedBy(study: string): string {
  return `doeflow runs ${study} --quiet 2>/dev/null | sed "s|^|"${study}"/|"`;
}

function fishScript(verbs: readonly CompletedVerb[]): string {
  const offer = (condition: string, rest: string): string =>
    `complete -c doeflow -n '${condition}' ${rest}`;
  const offerVerb = (condition: string, verb: CompletedVerb): string =>
    offer(condition, `-f -a ${lastWord(verb)} -d '${verb.summary.replaceAll("'", "\\'")}'`);
  const isParent = (name: string): string =>
    `__doeflow_is ${name}; and test (count (commandline -opc)) -eq 2`;
  const lines = withParts(verbs).flatMap((verb) => [
    ...verb.verbs.map((part) => offerVerb(isParent(verb.name), part)),
    ...[...verb.options, ...globalOptions].map((option) =>
      offer(
        `__doeflow_is ${verb.name}`,
        `-l ${option.replace(/^--/u, '')}${fishValues(verb, option)}`,
      ),
    ),
    ...(verb.listedBy === undefined
      ? []
      : [offer(`__doeflow_is ${verb.name}`, `-f -a '(${verb.listedBy} 2>/dev/null)'`)]),
    ...(verb.takesRun === true
      ? [
          offer(
            `__doeflow_is ${verb.name}; and string match -q "*/*" (commandline -ct)`,
            `-f -a '(${runsListedBy('(string split -f1 / (commandline -ct))')})'`,
          ),
        ]
      : []),
  ]);
  const first = verbs.map((verb) => offerVerb('__fish_use_subcommand', verb));
  return `${[fishVerb, ...first, ...lines].join('\n')}\n`;
}

function fishValues({ choices }: CompletedVerb, option: string): string {
  if (option === '--profile') return ` -x -a '(${profilesListedBy} 2>/dev/null)'`;
  const known = choices?.get(option);
  return known === undefined ? '' : ` -x -a '${known.join(' ')}'`;
}

function withParts(verbs: readonly CompletedVerb[]): readonly CompletedVerb[] {
  return verbs.flatMap((verb) => [verb, ...verb.verbs]);
}

function lastWord({ name }: CompletedVerb): string {
  return name.split(' ').at(-1) ?? name;
}
