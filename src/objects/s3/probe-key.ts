import { partEnding } from '../../files/index.ts';

/** One object that stays in a bucket that was written; its ending keeps it out of lists. */
export const probeKey = `.doeflow-probe${partEnding}`;
