/** A study that is terminated where something is half done on the platform; all phases are played at night. */
import { describeTerminated } from '../phases.ts';

describeTerminated([
  { phase: 'creating a job', verb: 'run' },
  { phase: 'submitting', verb: 'stop' },
  { phase: 'collecting', verb: 'retry' },
]);
