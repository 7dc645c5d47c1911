import { constantBlocks } from './constant-response.ts';
import { absent, leftOut } from './figure-block.ts';
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
  const blocks = responses.slice(0, most).flatMap((response) => {
    const constant = constantBlocks([response], 'nothing moves it');
    return constant.length > 0 ? constant : blocksOf(response);
  });
  if (blocks.length === 0) return [absent(absence)];
  const names = responses.map(({ name }) => name);
  return [...blocks, ...leftOut(names, most, 'responses')];
}
