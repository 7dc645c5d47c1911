/** Whether a job can end within what is left of a cluster's walltime. Pure. */

/** What is known of the work and of the cluster's time, s. */
export interface ClusterWork {
  /** Runs of the job. */
  readonly runs: number;
  /** Runs of the study that the cluster still has before it. */
  readonly runsAhead: number;
  /** Runs at the same time. */
  readonly slots: number;
  /** How long a run takes; undefined where nothing is known. */
  readonly runSeconds: number | undefined;
  /** The shortest time after which a run of the job was cut before; undefined where one of them never was. */
  readonly cutAfterSeconds: number | undefined;
  readonly leftSeconds: number;
  readonly walltimeSeconds: number;
}

/** `fits`: send it. `later`: a fresh cluster has the time. `never`: no cluster of that walltime has it. */
export interface ClusterFit {
  readonly verdict: 'fits' | 'later' | 'never';
  /** Why not, as a clause for the reader. */
  readonly why?: string;
}

/** The share of its walltime that a cluster has left when its first job comes, at the least. */
const freshShare = 0.9;

/** Judges what is known; a fresh cluster is never found too short for anything but a run that was cut by a whole walltime before. */
export function fitCluster(work: ClusterWork): ClusterFit {
  const { runs, runsAhead, slots, runSeconds, cutAfterSeconds, leftSeconds, walltimeSeconds } =
    work;
  const freshSeconds = freshShare * walltimeSeconds;
  if (cutAfterSeconds !== undefined && cutAfterSeconds >= freshSeconds) {
    const why = `its runs were cut after ${inHours(cutAfterSeconds)} h before, and the cluster's walltime is ${inHours(walltimeSeconds)} h: give the cluster a longer one`;
    return { verdict: 'never', why };
  }
  if (runSeconds === undefined) return { verdict: 'fits' };
  const jobSeconds = Math.ceil((runs + runsAhead) / slots) * runSeconds;
  // A job that no walltime holds runs as far as it comes; what is cut runs again.
  const neededSeconds =
    jobSeconds <= freshSeconds ? jobSeconds : Math.min(runSeconds, freshSeconds);
  if (neededSeconds <= leftSeconds) return { verdict: 'fits' };
  const why = `${inHours(leftSeconds)} h of its walltime of ${inHours(walltimeSeconds)} h are left, and the work takes about ${inHours(neededSeconds)} h`;
  return { verdict: 'later', why };
}

function inHours(seconds: number): string {
  return String(Number((Math.max(0, seconds) / 3600).toPrecision(2)));
}
