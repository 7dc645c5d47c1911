/** Which blocks of a Dakota input make the study: those that the top method points to, over its model. */
import type { DakotaBlock, DakotaBlockKind, DakotaKeyword } from './parse-dakota.ts';

export interface ChosenBlocks {
  /** Without what only says which block belongs to which; empty where the file has no such block. */
  readonly keywords: (kind: DakotaBlockKind) => readonly DakotaKeyword[];
  readonly has: (kind: DakotaBlockKind) => boolean;
  /** Sentences about blocks that aren't among them. */
  readonly notes: readonly string[];
}

/** Kinds that a model has. */
const ofModel = ['variables', 'interface', 'responses'] as const;

/** Words that only name blocks; `single` is the model that every study has, and a table of all runs is always kept. */
const idle =
  /^(?:id_(?:method|model|variables|interface|responses)|(?:top_)?method_pointer|(?:model|variables|interface|responses)_pointer|tabular_data|tabular_data_file|custom_annotated|annotated|single)$/u;

/** Dakota takes the block that a pointer names; without a pointer the last one of its kind, and the method that no other one uses. */
export function chooseBlocks(blocks: readonly DakotaBlock[]): ChosenBlocks {
  const of = (kind: DakotaBlockKind): readonly DakotaBlock[] =>
    blocks.filter((block) => block.kind === kind);
  const missing: string[] = [];
  const pointed = (
    kind: DakotaBlockKind,
    from: readonly (DakotaBlock | undefined)[],
    ...words: readonly string[]
  ): DakotaBlock | undefined => {
    const id = from.flatMap((block) => valueOf(block, ...words) ?? [])[0];
    if (id === undefined) return undefined;
    const found = of(kind).find((block) => valueOf(block, `id_${kind}`) === id);
    if (found === undefined) missing.push(`${words[0] ?? ''} = '${id}': there is no such ${kind}`);
    return found;
  };
  const method =
    pointed('method', of('environment'), 'top_method_pointer', 'method_pointer') ??
    topMethod(of('method'));
  const model = pointed('model', [method], 'model_pointer') ?? of('model').at(-1);
  const chosen = new Map<DakotaBlockKind, DakotaBlock | undefined>([
    ['method', method],
    ...ofModel.map((kind): readonly [DakotaBlockKind, DakotaBlock | undefined] => [
      kind,
      pointed(kind, [model, method], `${kind}_pointer`) ?? of(kind).at(-1),
    ]),
  ]);
  return {
    has: (kind) => of(kind).length > 0,
    keywords: (kind) => (chosen.get(kind)?.keywords ?? []).filter(({ word }) => !idle.test(word)),
    notes: [...missing, ...leftBlocks(blocks, new Set(chosen.values()))],
  };
}

/** The one that no other method has as a part. */
function topMethod(methods: readonly DakotaBlock[]): DakotaBlock | undefined {
  const used = new Set(
    methods
      .flatMap(({ keywords }) => keywords)
      .filter(({ word }) => /method_(?:pointer|name)(?:_list)?$/u.test(word))
      .flatMap(({ values }) => values.map(String)),
  );
  const tops = methods.filter((block) => !used.has(valueOf(block, 'id_method') ?? ''));
  return tops.at(-1) ?? methods[0];
}

function valueOf(block: DakotaBlock | undefined, ...words: readonly string[]): string | undefined {
  const value = block?.keywords.find(({ word }) => words.includes(word))?.values[0];
  return value === undefined ? undefined : String(value);
}

/** What stands beside the four blocks that make a study. */
function leftBlocks(
  blocks: readonly DakotaBlock[],
  taken: ReadonlySet<DakotaBlock | undefined>,
): readonly string[] {
  const seen = new Set<DakotaBlockKind>([...taken].flatMap((block) => block?.kind ?? []));
  return blocks.flatMap((block) => {
    const words = block.keywords.map(({ word }) => word);
    if (taken.has(block) || words.every((word) => idle.test(word))) return [];
    const isFurther = seen.has(block.kind);
    seen.add(block.kind);
    return [`${isFurther ? 'a further ' : ''}${block.kind}: ${words.join(' ')}`];
  });
}
