interface Node {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | false;
  readonly items?: Node;
  readonly prefixItems?: readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly required?: readonly string[];
}

/** The fields of a JSON Schema as a page: one line a field, its path, what it holds, and what it means. */
export function describeFields(schema: Readonly<Record<string, unknown>>): string {
  return [
    '# summary.json, field by field',
    '',
    'Made from the schema in the code (`doeflow schema --of summary`). `[]` is a list, `<name>` a name of the study; `?` marks what may be absent.',
    '',
    '| field | holds | means |',
    '| --- | --- | --- |',
    ...rowsOf(schema as Node, '').map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}

function rowsOf(node: Node, path: string): readonly (readonly string[])[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const mark = node.required?.includes(name) === true ? '' : '?';
    const own = `${path}${name}`;
    return [[`\`${own}${mark}\``, kindOf(field), field.description ?? ''], ...inside(field, own)];
  });
}

function inside(node: Node, path: string): readonly (readonly string[])[] {
  if (node.properties) return rowsOf(node, `${path}.`);
  if (node.items) return inside(node.items, `${path}[]`);
  if (node.additionalProperties) return inside(node.additionalProperties, `${path}.<name>`);
  return [];
}

function kindOf(node: Node): string {
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum) return node.enum.join(', ');
  if (node.anyOf) return node.anyOf.map(kindOf).join(' or ');
  if (node.prefixItems) return `[${node.prefixItems.map(kindOf).join(', ')}]`;
  if (node.items) return `list of ${kindOf(node.items)}`;
  if (node.additionalProperties) return `${kindOf(node.additionalProperties)} by name`;
  return node.type === 'string'
    ? 'text'
    : node.type === 'integer'
      ? 'whole number'
      : String(node.type ?? '');
}
