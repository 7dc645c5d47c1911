/** How long a job may be silent before its workflow looks for itself: covers a study that was terminated. */
export const silenceLimit = '6 hours';

/** The words of that wait in the Temporal UI. */
export const endWait = { summary: 'until the job is looked at, if no news of it comes' } as const;
