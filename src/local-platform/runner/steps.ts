import { mkdirSync, writeFileSync } from 'node:fs';
import type { JobFolder } from '../job-folder.ts';
import type { RunnerJob, JobStep } from '../protocol.ts';
import { quoteShell } from '../../quote-shell.ts';
import { heldFolder, holdFolder, releaseFolder } from './held-folder.ts';

/**
 * Writes a job's steps as shell files and gives back the file that executes one run: for each analysis its pre-process, its
 * command and its post-process. The exit code is the first that isn't 0; a failed pre-process skips its command, a failed
 * command does not skip its post-process, since that is where many users look at what went wrong. The post-process writes
 * its standard output to `post` beside its work folder, from where the runner reads variables and copies it into the log.
 */
export function writeSteps(folder: JobFolder, spec: RunnerJob): string {
  mkdirSync(folder.steps, { recursive: true });
  const place = (name: string, text: string): string => {
    const path = `${folder.steps}/${name}.sh`;
    writeFileSync(path, `${text}\n`);
    return path;
  };
  const [only] = spec.steps;
  if (spec.steps.length === 1 && only?.preProcess === '' && only.postProcess === '') {
    return place('command-1', only.command);
  }
  const lines = ['doeflow_code=0'];
  spec.steps.forEach((step, index) => lines.push(...stepLines(step, index + 1, place)));
  const hasPost = spec.steps.some(({ postProcess }) => postProcess !== '');
  const opened = [`exec ${holdFolder('..')}`, ...(hasPost ? [openPost] : [])];
  return place('run', [...opened, ...lines, 'exit "$doeflow_code"'].join('\n'));
}

/** In the run's folder as it was when its steps began. */
const post = `${heldFolder}/post`;

/** By which the shell holds the post-process's output. */
const postDescriptor = 8;

const openPost = `exec ${postDescriptor}>>${post}`;

/** Takes away what the run put in the place of that output, where the shell would wait at a pipe or write through a link, a hard one too. */
const clearPost = `{ [ ! -L ${post} ] && [ ${post} -ef /proc/self/fd/${postDescriptor} ]; } || { command rm -rf ${post}; ${openPost}; }`;

function stepLines(
  step: JobStep,
  number: number,
  place: (name: string, text: string) => string,
): string[] {
  const part = (name: string, text: string, redirect = ''): string =>
    `( . ${quoteShell(place(`${name}-${number}`, text))} )${redirect} ${postDescriptor}>&- ${releaseFolder}`;
  const note = 'doeflow_last=$?; [ "$doeflow_code" -ne 0 ] || doeflow_code=$doeflow_last';
  const command = part('command', step.command);
  const lines =
    step.preProcess === ''
      ? [command, note]
      : [
          part('pre-process', step.preProcess),
          note,
          `if [ "$doeflow_last" -eq 0 ]; then ${command}; ${note}; fi`,
        ];
  if (step.postProcess !== '') {
    lines.push(clearPost, part('post-process', step.postProcess, ` >&${postDescriptor}`), note);
  }
  return lines;
}
