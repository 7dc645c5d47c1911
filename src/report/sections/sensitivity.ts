import { chaosIndices, givenDataIndices, regressionBars } from '../regression-figures.ts';
import { absent, leftOut } from '../figure-block.ts';
import type { MakeSection } from '../section-input.ts';
import { morrisFigures, sobolFigures } from '../structure-figures.ts';

const mostResponses = 6;

/** Which inputs matter for each response: by the estimators of the design first, then by those that take any runs. */
export const sensitivitySection: MakeSection = (input) => {
  const blocks = input.responses
    .slice(0, mostResponses)
    .flatMap(({ name }) => [
      ...sobolFigures(input, name),
      ...morrisFigures(input, name),
      ...chaosIndices(input, name),
      ...givenDataIndices(input, name),
      ...regressionBars(input, name),
    ]);
  return {
    id: 'sensitivity',
    title: 'Sensitivity',
    blocks:
      blocks.length > 0
        ? [
            ...blocks,
            ...leftOut(
              input.responses.map(({ name }) => name),
              mostResponses,
              'responses',
            ),
          ]
        : [
            absent(
              'No sensitivities: there are too few accepted runs for the number of inputs, or nothing varies.',
            ),
          ],
  };
};
