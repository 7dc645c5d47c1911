/** What stands for something else in a shown command, and is written in capitals or as an example. */
export interface Samples {
  /** Id of a job on the platform. */
  readonly job: string;
  readonly platformUrl: string;
  /** A folder that may be written. */
  readonly archive: string;
}

/** The command as somebody with the study `my-study` would type it. */
export function fillIn(command: string, { job, platformUrl, archive }: Samples): string {
  const meant: Readonly<Record<string, string>> = {
    STUDY: 'my-study',
    ID: 'my-study',
    METHOD: 'latin-hypercube',
    FILE: 'design.csv',
    N: '24',
    NAME: 'nightly',
    RUN: '1',
    JOB: job,
  };
  return (
    command
      .replace(/(?<![\w-])[A-Z]+(?![\w-])/gu, (word) => meant[word] ?? word)
      .replace('https://platform.example.com', platformUrl)
      .replace('/mnt/archive', archive)
      .replace('--port 8080', '--port 0')
      // The local platform shares jobs with the support desks of its own catalogue.
      .replace('desk@example.com', 'desk@localhost')
  );
}
