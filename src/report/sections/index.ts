/** The sections of a report, in the order of an engineer's questions. */
import type { MakeSection } from '../section-input.ts';
import { convergenceSection } from './convergence.ts';
import { costSection } from './cost.ts';
import { dataSection } from './data.ts';
import { designSection } from './design.ts';
import { effectsSection } from './effects.ts';
import { failuresSection } from './failures.ts';
import { objectivesSection } from './objectives.ts';
import { parallelSection } from './parallel.ts';
import { relationsSection } from './relations.ts';
import { reproduceSection } from './reproduce.ts';
import { sensitivitySection } from './sensitivity.ts';
import { surfaceSection } from './surface.ts';
import { timelineSection } from './timeline.ts';
import { verdictSection } from './verdict.ts';

/** One after the other on the page. */
export const sections: readonly MakeSection[] = [
  verdictSection,
  dataSection,
  designSection,
  parallelSection,
  relationsSection,
  effectsSection,
  sensitivitySection,
  surfaceSection,
  objectivesSection,
  convergenceSection,
  timelineSection,
  failuresSection,
  costSection,
  reproduceSection,
];
