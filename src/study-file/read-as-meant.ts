/**
 * A document in which fields and words that aren't known are replaced by those that were meant, and what can't be understood is left out: so
 * all its mistakes are told at once, each by itself and without its echoes. A document without mistakes stays as it is.
 */
import { designMethods } from '../design/index.ts';
import { describeGenerator, describeSettings, generatorNames } from '../distributions/index.ts';
import { meantWord, suggestion } from '../expressions/suggestion.ts';
import { IssueList, type DocumentPath, type FoundIssue } from './issues.ts';
import { gatherSettings } from './loose-settings.ts';
import { adviceForField } from './misplaced-field.ts';
import { otherFieldNames, otherValueNames } from './other-names.ts';
import { showValue } from './show-value.ts';
import {
  branchesOf,
  branchesOfType,
  fieldsOf,
  nodesOfField,
  rootNode,
  wordsOf,
  type SchemaNode,
} from './schema-nodes.ts';

type Entry = Readonly<Record<string, unknown>>;

/** A document as it was meant. */
export interface MeantDocument {
  readonly value: unknown;
  /** What isn't as it must be written; paths are those of `value`. */
  readonly issues: readonly FoundIssue[];
  /** A path of `value` in the document as written. */
  readonly asWritten: (path: DocumentPath) => DocumentPath;
}

/** As many entries of a list are read as a study may have variables. */
const maxEntries = 10_000;

/** @param document plain data without circles */
export function readAsMeant(document: unknown): MeantDocument {
  const issues = new IssueList();
  const renamed = new Map<string, string>();
  const reader = new Reader(issues, renamed);
  return {
    value: reader.read([rootNode()], document, []),
    issues: issues.found,
    asWritten: (path) =>
      path.map((step, index) => renamed.get(JSON.stringify(path.slice(0, index + 1))) ?? step),
  };
}

class Reader {
  readonly #issues: IssueList;
  /** The written name of a field by its path. */
  readonly #renamed: Map<string, string>;

  constructor(issues: IssueList, renamed: Map<string, string>) {
    this.#issues = issues;
    this.#renamed = renamed;
  }

  read(nodes: readonly SchemaNode[], value: unknown, path: DocumentPath): unknown {
    const branches = branchesOf(nodes);
    if (typeof value === 'string') return this.#readWord(branches, value, path);
    if (Array.isArray(value)) {
      const items = branches.flatMap(({ items: node }) => (node ? [node] : []));
      if (items.length === 0) return value;
      return value.map((item: unknown, index) =>
        index < maxEntries ? this.read(items, item, [...path, index]) : item,
      );
    }
    if (typeof value === 'object' && value !== null) {
      return this.#readMap(branches, value as Entry, path);
    }
    return value;
  }

  #readWord(nodes: readonly SchemaNode[], word: string, path: DocumentPath): string {
    const known = wordsOf(nodes.filter((node) => node.properties === undefined));
    if (known === undefined || known.includes(word)) return word;
    const names = otherValueNames(placeOf(path));
    const meant = meantWord(word, known, names);
    if (meant === undefined) return word;
    this.#issues.at(
      path,
      `Expected one of ${known.join(', ')}, got ${showValue(word)}`,
      suggestion(word, known, names),
    );
    return meant;
  }

  #readMap(nodes: readonly SchemaNode[], written: Entry, path: DocumentPath): Entry {
    const place = placeOf(path);
    let map = written;
    let branches = nodes;
    if (place === 'variables.*') {
      map = this.#rename(map, path, ['type'], branches);
      const types = branches.flatMap((node) => nodesOfField([node], 'type'));
      if ('type' in map) map = { ...map, type: this.read(types, map['type'], [...path, 'type']) };
      branches = branchesOfType(branches, map);
    }
    const fields = fieldsOf(branches);
    // Which settings there are depends on the generator beside them.
    if (fields.length === 0 || place === 'variables.*.settings') return written;
    const names = candidates(place, map, fields);
    map = this.#rename(map, path, names, branches);
    if (place === 'variables.*') map = gatherSettings(map, path, fields, this.#issues);
    if (branches.every((node) => node.additionalProperties === false)) {
      map = this.#leaveOut(map, path, fields, names);
    }
    const read = Object.entries(map).map(([key, value]) => [
      key,
      this.read(nodesOfField(branches, key), value, [...path, key]),
    ]);
    const known = Object.fromEntries(read) as Entry;
    return place === 'variables.*' ? this.#nameSettings(known, path) : known;
  }

  /** Gives unknown fields the names among `names` that they were meant for, where these are free. */
  #rename(
    map: Entry,
    path: DocumentPath,
    names: readonly string[],
    nodes: readonly SchemaNode[],
    expected = (key: string) => `Expected a known field, got \`${key}\``,
  ): Entry {
    const fields = new Set([...fieldsOf(nodes), ...names]);
    const strays = Object.keys(map).filter((key) => !fields.has(key));
    if (strays.length === 0) return map;
    const place = placeOf(path);
    const others = otherFieldNames(place);
    const free = new Set(names.filter((name) => !Object.hasOwn(map, name)));
    const meant = new Map<string, string>();
    for (const key of strays) {
      if (adviceForField(place, key) !== undefined) continue;
      const name = meantWord(key, free, others);
      if (name === undefined) continue;
      free.delete(name);
      meant.set(key, name);
      this.#renamed.set(JSON.stringify([...path, name]), key);
      this.#issues.atKey([...path, name], expected(key), `did you mean \`${name}\`?`);
    }
    return Object.fromEntries(
      Object.entries(map).map(([key, value]) => [meant.get(key) ?? key, value]),
    );
  }

  #leaveOut(
    map: Entry,
    path: DocumentPath,
    fields: readonly string[],
    names: readonly string[],
  ): Entry {
    const place = placeOf(path);
    const known = Object.entries(map).filter(([key]) => fields.includes(key));
    for (const key of Object.keys(map)) {
      if (fields.includes(key)) continue;
      this.#issues.atKey(
        [...path, key],
        `Expected a known field, got \`${key}\``,
        adviceForField(place, key) ??
          suggestion(key, names, otherFieldNames(place)) ??
          `known here: ${names.join(', ')}`,
      );
    }
    return Object.fromEntries(known);
  }

  /** The settings of a variable under the names that its generator takes. */
  #nameSettings(variable: Entry, path: DocumentPath): Entry {
    const generator = generatorNames.find((name) => name === variable['generator']);
    const settings = variable['settings'];
    if (generator === undefined || typeof settings !== 'object' || settings === null) {
      return variable;
    }
    const entry = describeGenerator(generator);
    const place = [...path, 'settings'];
    const unknown = (key: string) => `${generator} has no setting \`${key}\``;
    const named = this.#rename(settings as Entry, place, entry.settings, [], unknown);
    const known = Object.entries(named).filter(([key]) => entry.settings.includes(key));
    for (const key of Object.keys(named)) {
      if (entry.settings.includes(key)) continue;
      this.#issues.atKey([...place, key], unknown(key), describeSettings(generator, entry));
    }
    return { ...variable, settings: Object.fromEntries(known) };
  }
}

/** The fields that a stray one may have been meant for. */
function candidates(place: string, map: Entry, fields: readonly string[]): readonly string[] {
  if (place !== 'design') return fields;
  const method = Object.entries(designMethods).find(([name]) => name === map['method'])?.[1];
  const ofMethods = new Set(Object.values(designMethods).flatMap(({ options }) => options));
  const own = fields.filter((field) => !ofMethods.has(field));
  // Its own settings first: the `n` of a Saltelli design are its base samples.
  return method === undefined ? fields : [...new Set([...method.options, ...own])];
}

/** A path with `*` for the entries of lists, such as `variables.*.from`. */
function placeOf(path: DocumentPath): string {
  return path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
}
