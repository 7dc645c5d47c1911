/** Completion scripts for shells, from the table of verbs. Pure. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

export interface CompletedVerb {
  readonly name: string;
  readonly summary: string;
  /** Long options with their dashes. */
  readonly options: readonly string[];
  /** True when its argument is a started study, whose ids are asked for while typing. */
  readonly takesStudyId: boolean;
}

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
  const cases = verbs.map(
    ({ name, options }) => `      ${name}) words="${[...options, ...globalOptions].join(' ')}" ;;`,
  );
  const withStudy = verbs.filter((verb) => verb.takesStudyId).map((verb) => verb.name);
  return `_doeflow() {
  local current="\${COMP_WORDS[COMP_CWORD]}" verb="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${verbs.map((verb) => verb.name).join(' ')}"
  elif [ "\${current#-}" != "$current" ]; then
    case "$verb" in
${cases.join('\n')}
    esac
  else
    case "$verb" in
      ${withStudy.join('|')}) words="$(doeflow list --quiet 2>/dev/null)" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _doeflow doeflow
`;
}

function fishScript(verbs: readonly CompletedVerb[]): string {
  const lines = verbs.flatMap(({ name, summary, options, takesStudyId }) => [
    `complete -c doeflow -n __fish_use_subcommand -a ${name} -d '${summary.replaceAll("'", "\\'")}'`,
    ...[...options, ...globalOptions].map(
      (option) =>
        `complete -c doeflow -n '__fish_seen_subcommand_from ${name}' -l ${option.replace(/^--/u, '')}`,
    ),
    ...(takesStudyId
      ? [
          `complete -c doeflow -n '__fish_seen_subcommand_from ${name}' -a '(doeflow list --quiet 2>/dev/null)'`,
        ]
      : []),
  ]);
  return `${lines.join('\n')}\n`;
}
