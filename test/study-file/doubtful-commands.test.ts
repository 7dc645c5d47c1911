import { expect, it } from 'vitest';
import { doubtsOf, filesInRun } from '../../src/study-file/doubtful-commands.ts';

const files = filesInRun({
  inputFiles: ['tools/driver.sh', 'model.py'],
  templates: [{ template: 'in.txt.in', as: 'in.txt' }],
} as never);

it.each([
  ['driver.sh params.in results.out', 1],
  ['  model.py', 1],
  ['sh driver.sh params.in', 0],
  ['./driver.sh', 0],
  ['cd x && driver.sh', 0],
  ['python3 model.py &', 1],
  ['(python3 model.py) & ', 1],
  ['python3 model.py & wait', 0],
  ['true && python3 model.py', 0],
  ['python3 model.py 2>&1', 0],
])('%s has %i doubts', (command, count) => {
  expect(doubtsOf(command, files)).toHaveLength(count);
});
