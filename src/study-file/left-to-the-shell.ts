/** Names in commands that are left to the shell, and were probably meant as values of the study. */
import { meantWord } from '../expressions/suggestion.ts';
import { namesOfValues, type ForeignName } from '../shell/index.ts';

/** Variables that systems, schedulers and libraries set, so that they are nobody's slip. */
const environmentNames: ReadonlySet<string> = new Set(
  [
    'HOME USER LOGNAME PATH PWD OLDPWD SHELL TERM TMP TMPDIR TEMP LANG DISPLAY EDITOR HOST HOSTNAME HOSTTYPE',
    'MAIL TZ UID EUID PPID RANDOM SECONDS LINENO IFS OPTARG OPTIND REPLY EPOCHSECONDS SRANDOM',
    'NPROC NCPUS NPROCS NODES JOBID PYTHONPATH VIRTUAL_ENV LD_LIBRARY_PATH LD_PRELOAD SCRATCH WORKDIR',
  ].flatMap((names) => names.split(' ')),
);
const environmentPrefix =
  /^(?:DOEFLOW|RESCALE|BASH|LC|XDG|SLURM|PBS|LSB|SGE|OMP|MKL|OPENBLAS|OMPI|PMI|MPI|I_MPI|KMP|CUDA|CONDA|JAVA|NODE|npm|PYTHON|R|AWS|SSH)_/u;

/**
 * @param foreign what a text takes from outside
 * @param inputs names of input variables
 * @returns what was probably meant, with the name that is near
 */
export function meantAsValues(
  foreign: readonly ForeignName[],
  inputs: ReadonlySet<string>,
): readonly (ForeignName & { readonly meant: string })[] {
  const known = namesOfValues(inputs);
  return foreign.flatMap((found) => {
    const { name } = found;
    if (isOfEnvironment(name) && !inputs.has(name)) return [];
    const meant = meantWord(name, known);
    return meant === undefined ? [] : [{ ...found, meant }];
  });
}

/** True for a variable that systems, schedulers and libraries set. */
function isOfEnvironment(name: string): boolean {
  return environmentNames.has(name) || environmentPrefix.test(name);
}

/** @returns what the shell replaces by nothing, as far as anyone can see, and that is no slip for a value of the study: each name once */
export function unsetInShell(
  foreign: readonly ForeignName[],
  inputs: ReadonlySet<string>,
): readonly ForeignName[] {
  const meant = new Set(meantAsValues(foreign, inputs).map(({ name }) => name));
  const unset = foreign.filter(
    ({ name, mayBeSet }) => !mayBeSet && !meant.has(name) && !isOfEnvironment(name),
  );
  return [...new Map(unset.toReversed().map((found) => [found.name, found])).values()].reverse();
}
