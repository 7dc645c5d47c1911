/** A study that is terminated where something is half done; all phases are played at night. */
import { describeTerminated } from '../phases.ts';

describeTerminated([
  { phase: 'uploading', verb: 'run' },
  { phase: 'collecting', verb: 'retry' },
]);
