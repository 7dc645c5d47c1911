import { blocksByResponse } from '../blocks-by-response.ts';
import {
  chaosIndices,
  chaosWithoutIndices,
  givenDataIndices,
  regressionBars,
} from '../regression-figures.ts';
import type { MakeSection } from '../section-input.ts';
import { morrisFigures, sobolFigures } from '../structure-figures.ts';

const mostResponses = 6;

/** Which inputs matter for each response: by the estimators of the design first, then by those that take any runs. */
export const sensitivitySection: MakeSection = (input) => ({
  id: 'sensitivity',
  title: 'Sensitivity',
  blocks: blocksByResponse(input, {
    most: mostResponses,
    blocksOf: ({ name }) => [
      ...sobolFigures(input, name),
      ...morrisFigures(input, name),
      ...chaosIndices(input, name),
      ...givenDataIndices(input, name),
      ...chaosWithoutIndices(input, name),
      ...regressionBars(input, name),
    ],
    absence:
      'No sensitivities: there are too few accepted runs for the number of inputs, or nothing varies.',
  }),
});
