/** A study that is terminated in each of its phases, and each way to take it up. */
import { describeTerminated, phases, verbs } from '../endings/phases.ts';

describeTerminated(phases.flatMap((phase) => verbs.map((verb) => ({ phase, verb }))));
