/** The notes that tell of a pause: what holds while the study is paused is told as past once it doesn't any more. Pure. */

/** What the note of a guard, or of a person's pause, tells as long as the study is paused: what is stopped, and what can be done. */
const whilePaused =
  /^Paused (by (?:the guard \w+: |its owner at ).*?)\. Nothing more is started;.*$/su;

/** How it is told that a cluster is left for another one. */
export const givenBackAsAmended = 'was given back, as the study was amended';

const whileKept = /^(Cluster (.*?)) is kept while the study is paused,.*$/su;

/** That a paused study keeps its cluster. @param clusterId the platform's; absent while it is being made */
export function keptWhilePaused(name: string, clusterId: string | undefined): string {
  const which = clusterId === undefined ? name : `${clusterId} (${name})`;
  return `Cluster ${which} is kept while the study is paused, as its file says, and costs what it costs until its walltime`;
}

const whileReturned =
  /^(Cluster .*? was given back while the study) is paused; it is asked for again .*$/su;

/** The notes of a study that is paused: only the pause that holds it now is told with what can be done about it, and only a cluster that it has as kept. */
export function notesOfPause(notes: readonly string[]): readonly string[] {
  const now = notes.findLastIndex((note) => whilePaused.test(note));
  return notes.map((note, place) => {
    const [, cluster, which = ''] = whileKept.exec(note) ?? [];
    if (cluster !== undefined) {
      return isLeft(notes, which)
        ? `${cluster} was kept while the study was paused, until it was amended`
        : note;
    }
    return place < now ? pauseOfPast(note) : note;
  });
}

/** The notes of a study that goes on, or is over: a pause is told as past, without what could be done about it then. */
export function notesOfPast(notes: readonly string[]): readonly string[] {
  return notes.map((note) =>
    pauseOfPast(note)
      .replace(whileKept, '$1 was kept while the study was paused')
      .replace(whileReturned, '$1 was paused'),
  );
}

function pauseOfPast(note: string): string {
  return note.replace(whilePaused, 'Was paused $1');
}

/** Whether the cluster, such as `c1 (beams)`, was left for another one. */
function isLeft(notes: readonly string[], which: string): boolean {
  const [id = ''] = which.split(' ');
  return notes.some(
    (note) => note.startsWith(`Cluster ${id} (`) && note.includes(givenBackAsAmended),
  );
}
