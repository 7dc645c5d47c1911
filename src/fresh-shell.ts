/**
 * A shell that runs a text in a copy of itself as another shell would that it starts, in a third of the time. Only who started a shell knows that it still
 * is as it was then: the slots of the local platform offer it, and a wrapped command that can't tell the difference takes it.
 */

/** A bash that was started with nothing in its environment for it to begin with. */
const isUntouched =
  '"$SHELLOPTS ${SHELLOPTS@a} ${BASHOPTS@a} ${BASH_ENV+x}${GLOBIGNORE+x}$(declare -F)" in "braceexpand:hashall:interactive-comments r r "';

/**
 * Runs a text without what whoever calls it has set, and counts lines from the text's first; in messages bash calls itself `main` then. `SHLVL` stays as it is: another
 * shell would count itself in it only where it doesn't end with its last program.
 */
const asFresh =
  'doeflow_as_fresh() { hash -r; eval "unset ${!doeflow_*}; doeflow_parent=$doeflow_parent; $1"; }';

/** Runs a text in the shell itself, counting lines and calling bash as above, and leaves the text's exit code in `doeflow_code`. */
const inPlace = `doeflow_in_place() { eval "$1"$'\\ndoeflow_code=$?; trap - ERR'; }`;

/** The first line that a slot's shell reads; changes nothing in a shell that isn't such a bash. */
export const offerFreshShell = `case \${BASH_VERSION-} in [5-9].*) case ${isUntouched}) doeflow_fresh_shell=$$ doeflow_shell_itself=$$; ${asFresh}; ${inPlace};; esac;; esac`;

/** Who runs a text: a copy of the shell that offers it, or that shell itself, which ends by SIGTERM as `endsBy` says, without a quote. */
export type FreshShell = 'copy' | { readonly endsBy: string };

/**
 * Shell text that runs what is in `doeflow_command` by the shell's offer, and `otherwise` where there is none, the shell stops at errors, or one of the variables isn't
 * set; leaves the exit code in `doeflow_code`. An offer holds for the very shell that made it, and for copies of that.
 */
export function takeFreshShell(
  shell: FreshShell,
  required: readonly string[],
  otherwise: string,
): string {
  const offer = shell === 'copy' ? 'doeflow_fresh_shell' : 'doeflow_shell_itself';
  const found = required.map((name) => `\${${name}+ is}`).join('');
  return [
    `if [ "$doeflow_errexit$$${found}" = "+e\${${offer}-}${' is'.repeat(required.length)}" ]`,
    'then doeflow_parent=$BASHPID',
    shell === 'copy'
      ? '( doeflow_as_fresh "$doeflow_command" ); doeflow_code=$?'
      : `trap '${shell.endsBy}' TERM; doeflow_in_place "$doeflow_command"`,
    `else ${otherwise}`,
    'doeflow_code=$?',
    'fi',
  ].join('\n');
}

/** The first line of a text that, read once by a slot's own shell, defines {@link runHere} there and does nothing else. */
export const hereMark = '# doeflow: may run in the shell of its slot';

/**
 * A function that executes a run in the very shell that calls it, in the run's folder, and leaves the exit code in `doeflow_code`; where it can't, it leaves that empty
 * and everything else as it was.
 */
export const runHere = 'doeflow_here';

/** A condition: this shell made the offer and is no copy. */
export const isShellItself = '[ "${doeflow_shell_itself-no}" = "${BASHPID-}" ]';
