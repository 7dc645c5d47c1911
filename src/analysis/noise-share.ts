import { centre } from './centre.ts';
import { drawsAt, meansOfDraws, type Draws } from './draws.ts';

/** What runs of the same inputs differ by, as a share of all squares; 0 where none share their inputs. @param all NaN where a run doesn't count */
export function noiseShare(all: Float64Array, draws: Draws | undefined): number {
  const rows = Array.from(all.keys()).filter((row) => Number.isFinite(all[row]));
  const own = drawsAt(draws, rows);
  const { values } = centre(Float64Array.from(rows, (row) => all[row] ?? NaN));
  const total = squares(values);
  if (!own || !(total > 0)) return 0;
  // Means of draws are in the order of their first runs.
  const places = new Map<number, number>();
  for (const draw of own) if (!places.has(draw)) places.set(draw, places.size);
  const means = meansOfDraws(values, own);
  const within = values.map(
    (value, place) => value - (means[places.get(own[place] ?? 0) ?? 0] ?? 0),
  );
  return squares(within) / total;
}

function squares(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value ** 2, 0);
}
