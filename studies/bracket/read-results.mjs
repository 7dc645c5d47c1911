/** Reads the largest stress along the bar and the largest displacement from CalculiX's bracket.frd, and writes result.json. */
import { readFileSync, writeFileSync } from 'node:fs';

const largest = {};
let block = '';
for (const line of readFileSync('bracket.frd', 'utf8').split('\n')) {
  const [, name] = /^ -4 +(\w+)/u.exec(line) ?? [];
  if (name !== undefined) block = name;
  // " -1", a node in 10 columns, then values in 12 columns each: along the bar comes first.
  if (!line.startsWith(' -1') || block === '') continue;
  const along = Number(line.slice(13, 25));
  largest[block] = Math.max(largest[block] ?? -Infinity, along);
}
if (largest.STRESS === undefined || largest.DISP === undefined) {
  throw new Error('Expected stresses and displacements in bracket.frd; see the log of CalculiX');
}
writeFileSync('result.json', JSON.stringify({ stress: largest.STRESS, stretch: 2 * largest.DISP }));
