import { absent, countOf, leftOut } from './figure-block.ts';
import { formatNumber } from './format-number.ts';
import type { Block } from './report.ts';
import type { NumericStudyColumn, SectionInput } from './section-input.ts';

/** What a section shows of each response. */
export interface ByResponse {
  /** Responses that are shown. */
  readonly most: number;
  readonly blocksOf: (response: NumericStudyColumn) => readonly Block[];
  /** Why there is nothing, as a sentence. */
  readonly absence: string;
}

/** The blocks of the first responses, and which others are left out; why there are none where no response has any. */
export function blocksByResponse(
  { responses }: Pick<SectionInput, 'responses'>,
  { most, blocksOf, absence }: ByResponse,
): readonly Block[] {
  const blocks = responses
    .slice(0, most)
    .flatMap((response) => constantBlock(response) ?? blocksOf(response));
  if (blocks.length === 0) return [absent(absence)];
  const names = responses.map(({ name }) => name);
  return [...blocks, ...leftOut(names, most, 'responses')];
}

/** What stands for the figures of a response that is the same in all runs; undefined for any other. */
function constantBlock({ name, values }: NumericStudyColumn): Block | undefined {
  const known = values.filter(Number.isFinite);
  const [value] = known;
  if (value === undefined || known.length < 2 || known.some((one) => one !== value)) return;
  return absent(
    `${name} is ${formatNumber(value)} in all ${countOf(known.length, 'run')}: nothing moves it.`,
  );
}
