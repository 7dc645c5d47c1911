// Stress at the root and displacement at the tip of a cantilever with a rectangular section, loaded at its tip in both directions.
// Use: node beam.mjs INPUT.json -> result.json. Inches, pounds-force, pounds-force per square inch.
import { readFileSync, writeFileSync } from 'node:fs';

const {
  width: w,
  thickness: t,
  length,
  youngsModulus,
  horizontalLoad: x,
  verticalLoad: y,
} = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const stress = (600 * y) / (w * t * t) + (600 * x) / (w * w * t);
const displacement =
  ((4 * length * length * length) / (youngsModulus * w * t)) *
  Math.sqrt((y / (t * t)) * (y / (t * t)) + (x / (w * w)) * (x / (w * w)));
writeFileSync('result.json', `${JSON.stringify({ stress, displacement })}\n`);
console.log(`stress ${stress} psi, displacement ${displacement} in`);
