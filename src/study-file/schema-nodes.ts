/** The JSON Schema of study files as a tree to walk along a document. */
import { studyJsonSchema } from './json-schema.ts';
import { valueAt } from './value-at.ts';

/** A part of the JSON Schema. */
export interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

let root: SchemaNode | undefined;

/** The node of the whole file. */
export function rootNode(): SchemaNode {
  root ??= studyJsonSchema();
  return root;
}

/** The branches of unions in place of the unions. */
export function branchesOf(nodes: readonly SchemaNode[]): readonly SchemaNode[] {
  return nodes.flatMap((node) => {
    const branches = node.anyOf ?? node.oneOf;
    return branches ? branchesOf(branches) : [node];
  });
}

/** Those branches of a union that a map belongs to by its `type`, or all of them. */
export function branchesOfType(nodes: readonly SchemaNode[], map: unknown): readonly SchemaNode[] {
  const type = valueAt(map, ['type']);
  const chosen = nodes.filter((node) => node.properties?.['type']?.const === type);
  return type !== undefined && chosen.length > 0 ? chosen : nodes;
}

/** What a field may hold. */
export function nodesOfField(nodes: readonly SchemaNode[], field: string): readonly SchemaNode[] {
  return nodes.flatMap((node) => {
    const fields = node.properties;
    if (fields && Object.hasOwn(fields, field)) return [fields[field] ?? {}];
    return typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
  });
}

/** The fields of a map, each once; empty where any name will do. */
export function fieldsOf(nodes: readonly SchemaNode[]): readonly string[] {
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
}

/** The words that a field takes; undefined where it also takes other texts. */
export function wordsOf(nodes: readonly SchemaNode[]): readonly string[] | undefined {
  const words: string[] = [];
  for (const node of nodes) {
    const values = node.const === undefined ? node.enum : [node.const];
    if (!values) return undefined;
    words.push(...values.map(String));
  }
  return words.length > 0 ? words : undefined;
}
