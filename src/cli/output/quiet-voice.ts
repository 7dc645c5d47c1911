import { printable } from '../../printable.ts';
import type { Voice } from './view.ts';

/** At most the view's one quiet line. */
export const quietVoice: Voice = (view) =>
  view.quiet === undefined ? '' : `${printable(view.quiet)}\n`;
