import { byKeyboard } from '../by-keyboard.ts';
import { constantWords } from '../constant-response.ts';
import { absent, figureBlock } from '../figure-block.ts';
import type { ReportCell } from '../report.ts';
import { sampleWords } from '../sample-words.ts';
import type { MakeSection } from '../section-input.ts';

/** Axes that a figure of lines can hold. */
const mostAxes = 16;

/** Each run as a line over inputs and responses. */
export const parallelSection: MakeSection = ({ runs, summary, responses }) => {
  const inputs = runs.columns.filter(({ role }) => role === 'input' || role === 'case');
  const others = runs.columns.filter(
    ({ role, isNumeric }) => isNumeric && (role === 'output' || role === 'objective'),
  );
  const moving = new Set(
    responses.filter((one) => constantWords(one) === undefined).map(({ name }) => name),
  );
  const colour = others.findLast(
    ({ name, values }) => moving.has(name) && new Set(values.filter(isThere)).size > 1,
  );
  const shownInputs = inputs.slice(0, mostAxes - Math.min(others.length, 6));
  const columns = [...shownInputs, ...firstWith(colour, others, mostAxes - shownInputs.length)];
  const hasMissing = columns.some(({ values }) =>
    values.some((value, place) => !isThere(value) && runs.states[place] === 'Done'),
  );
  const left = inputs.length + others.length - columns.length;
  const blocks =
    summary.runs.done === 0 || columns.length < 2
      ? [absent('No lines: no run is done yet, or there are fewer than two columns.')]
      : [
          figureBlock({
            id: 'parallel',
            title: `${runs.runs.length < runs.total ? 'Runs' : 'Every run'} over all axes`,
            caption: `A line is a run: inputs on the left, responses on the right${
              colour === undefined
                ? ''
                : `, coloured by ${colour.title} from dark (low) to bright (high)`
            }.${runs.states.includes('Failed') ? ' Dashed lines are failed runs.' : ''}${
              hasMissing ? ' A line that goes through – has no value there.' : ''
            }${sampleWords(runs)}${left > 0 ? ` ${left} further columns are not shown.` : ''}`,
            onScreen: `Drag along an axis to choose runs in all figures; click beside the drag to let go. ${byKeyboard}`,
            plot: {
              ...{ kind: 'parallel', columns: columns.map(({ name }) => name) },
              ...(colour && { colour: colour.name }),
            },
            trust: [],
          }),
        ];
  return { id: 'parallel', title: 'Parallel coordinates', blocks };
};

/** The first `most` responses; what the lines are coloured by is among them, so that a reader finds its scale. */
function firstWith<Column>(
  colour: Column | undefined,
  columns: readonly Column[],
  most: number,
): readonly Column[] {
  const first = columns.slice(0, most);
  if (colour === undefined || first.includes(colour)) return first;
  return [...first.slice(0, -1), colour];
}

function isThere(value: ReportCell): boolean {
  return value !== null;
}
