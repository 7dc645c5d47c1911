/** What the help pages say of the argument that most verbs share. */

/** Help of a study that was started: an id, its start, a name, or `-`. */
export const startedStudyHelp =
  'a started study: its id, the start of its id, or its name (- is the newest)';

/** Help of a study file. */
export const studyPathHelp = 'study file, or folder with study.yaml';

/** Help of what `run` and `start` execute. */
export const runnablePathHelp =
  'study file, folder with study.yaml, or plan file (doeflow plan STUDY -o FILE)';

/** Help of the flag that starts an equal study once more. */
export const againHelp =
  'start it anew, and pay again, although a study of the same plan was run before';
