import { titleWithoutLabel } from '../axis-title.ts';
import { clipped, clippedNames } from './clipped-names.ts';
import { letterWidth } from './drawing.ts';
import { widestFitting } from './text-width.ts';

/** Letters that a name has in any case. */
const least = 8;

/**
 * The name of an axis, cut to `room` px so that it differs from the others, without its label where that is too long for it; where nothing so short differs,
 * its middle is cut all the same, as a longer one would run into what stands beside it.
 * @param name a title such as `Label (name) [unit]`, or a part of a sentence with one @param beside names of further axes of the figure
 */
export function axisName(name: string, beside: readonly string[], room: number): string {
  const all = [name, ...beside];
  const bare = all.map(withoutLabel);
  const textOf = (letters: number): string =>
    [all, bare]
      .flatMap((names) => clippedNames(names, letters)[0] ?? [])
      .find((text) => [...text].length <= letters) ?? clipped(name, letters);
  const most = Math.max(least, Math.floor(room / letterWidth));
  return widestFitting(textOf, { most, least, room });
}

/** The variable's name stands in brackets behind its label. */
function withoutLabel(title: string): string {
  const [, name] = / \((\w+)\)(?=$| \[|,)/u.exec(title) ?? [];
  return name === undefined ? title : titleWithoutLabel(title, name);
}
