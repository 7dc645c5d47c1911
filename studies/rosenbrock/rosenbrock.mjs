// f = 100 (x2 - x1²)² + (1 - x1)². Use: node rosenbrock.mjs POINT.txt -> answer.txt
import { readFileSync, writeFileSync } from 'node:fs';

const [x1, x2] = readFileSync(process.argv[2], 'utf8').trim().split(' ').map(Number);
writeFileSync('answer.txt', `${100 * (x2 - x1 * x1) ** 2 + (1 - x1) ** 2}\n`);
