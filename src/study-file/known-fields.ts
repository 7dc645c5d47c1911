import type { DocumentPath } from './issues.ts';
import { studyJsonSchema } from './json-schema.ts';
import { valueAt } from './value-at.ts';

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly const?: unknown;
}

/** @returns the fields that the map at `path` of the document `root` may have */
export function knownFields(path: DocumentPath, root: unknown): readonly string[] {
  let nodes: readonly SchemaNode[] = [studyJsonSchema()];
  for (const [index, step] of path.entries()) {
    const value = valueAt(root, path.slice(0, index + 1));
    nodes = nodes.flatMap((node) => {
      const next = typeof step === 'number' ? node.items : node.properties?.[step];
      return next ? alternatives(next, value) : [];
    });
  }
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
}

/** The branches of a union that the value belongs to by its `type`, or all of them. */
function alternatives(node: SchemaNode, value: unknown): readonly SchemaNode[] {
  const branches = node.anyOf ?? node.oneOf;
  if (!branches) return [node];
  const type = valueAt(value, ['type']);
  const chosen = branches.filter((branch) => branch.properties?.['type']?.const === type);
  return chosen.length > 0 ? chosen : branches;
}
