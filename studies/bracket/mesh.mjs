/**
 * Writes mesh.inp for CalculiX: a quarter of a flat bar with a round hole in its middle, as plane-stress elements of eight nodes.
 * The bar's half width is a square block around the hole, meshed in rays; a plain grid leads from there to the loaded end.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { width, hole, length } = JSON.parse(readFileSync('bracket.json', 'utf8'));
/** Elements in each half of the quarter circle, from the hole outwards, and along the plain part. */
const [around, outwards, along] = [12, 16, 12];
const half = width / 2;

const nodes = [];
const numbers = new Map();
const elements = [];
const loaded = [];

/** The number of the node at a place; blocks that meet there share it. */
function node([x, y]) {
  const key = `${x.toFixed(7)} ${y.toFixed(7)}`;
  if (!numbers.has(key)) {
    nodes.push([x, y]);
    numbers.set(key, nodes.length);
  }
  return numbers.get(key);
}

/** Meshes what `place(i, j)` maps from a grid of half steps; corners first, then the middles of the sides. */
function mesh(columns, rows, place) {
  for (let j = 0; j < rows; j += 1) {
    for (let i = 0; i < columns; i += 1) {
      const [a, b] = [2 * i, 2 * j];
      const corners = [
        [a, b],
        [a + 2, b],
        [a + 2, b + 2],
        [a, b + 2],
      ];
      const middles = [
        [a + 1, b],
        [a + 2, b + 1],
        [a + 1, b + 2],
        [a, b + 1],
      ];
      elements.push([...corners, ...middles].map(([u, v]) => node(place(u, v))));
      if (place(a + 2, b)[0] > length / 2 - 1e-9) loaded.push(elements.length);
    }
  }
}

/** Around the hole: i goes outwards, small steps first; j goes from the bar's axis to its middle plane. */
mesh(outwards, 2 * around, (i, j) => {
  const angle = ((j / (4 * around)) * Math.PI) / 2;
  const rim = [(hole / 2) * Math.cos(angle), (hole / 2) * Math.sin(angle)];
  const t = j / (2 * around);
  const edge = t <= 1 ? [half, half * t] : [half * (2 - t), half];
  const share = (i / (2 * outwards)) ** 1.8;
  return [0, 1].map((k) => rim[k] + (edge[k] - rim[k]) * share);
});
mesh(along, around, (i, j) => [
  half + (length / 2 - half) * (i / (2 * along)),
  (half * j) / (2 * around),
]);

const where = (axis) =>
  nodes.flatMap((place, index) => (Math.abs(place[axis]) < 1e-6 ? [index + 1] : []));
const lines = [
  '*NODE, NSET=ALL',
  ...nodes.map(([x, y], index) => `${index + 1}, ${x.toFixed(9)}, ${y.toFixed(9)}, 0`),
  '*ELEMENT, TYPE=CPS8, ELSET=BAR',
  ...elements.map((corners, index) => [index + 1, ...corners].join(', ')),
  ...['*NSET, NSET=MIDDLE', ...where(0), '*NSET, NSET=AXIS', ...where(1)],
  ...['*ELSET, ELSET=END', ...loaded],
];
writeFileSync('mesh.inp', `${lines.join('\n')}\n`);
