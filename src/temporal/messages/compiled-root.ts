import type Protobuf from 'protobufjs';
import { CompiledType, type TypeHome } from './compiled-type.ts';
import { createService } from './create-service.ts';
import { lazily } from './lazily.ts';
import type { MessageTable, PackageTable, PackageTables } from './message-tables.ts';

/** The root of messages of the whole package, as far as it is asked here. */
export interface WholeRoot {
  lookup(name: string): object | null;
  lookupEnum(name: string): object;
  lookupService(name: string): object;
  lookupType(name: string): object;
  lookupTypeOrEnum(name: string): object;
}

/** What says of itself that it is a root of protobufjs. */
class CompiledRoot {
  static readonly className = 'Root';
}

/**
 * Temporal's messages and services by their packages, as `@temporalio/proto` gives them, each made when it is first asked for: to describe
 * all of them takes a fifth of the processor time of a short command. What the tables leave out comes from the whole package.
 *
 * @param loadWhole loads that package; called at most once, and only for what the tables leave out
 */
export function createCompiledRoot(
  protobuf: typeof Protobuf,
  tables: PackageTables,
  loadWhole: () => WholeRoot,
): object {
  let loaded: WholeRoot | undefined;
  const whole = (): WholeRoot => (loaded ??= loadWhole());
  const types = new Map<string, CompiledType>();
  const made = new Map<string, Readonly<Record<string, MessageTable>>>();
  const home: TypeHome = { protobuf, find, findInPackage: (name) => whole().lookupType(name) };

  /** @param place `package/name` */
  function find(place: string): CompiledType {
    const known = types.get(place);
    if (known !== undefined) return known;
    const [packageName = '', name = ''] = place.split('/');
    const packageTable = tables[packageName];
    const messages = made.get(packageName) ?? packageTable?.messages() ?? {};
    made.set(packageName, messages);
    const table = messages[name];
    if (packageTable === undefined || table === undefined) {
      throw new Error(`Expected ${place} among the messages that the build wrote down, got none`);
    }
    const type = new CompiledType(`${packageName}.${name}`, table, home);
    types.set(place, type);
    offer(type, packageName, packageTable, `${name}.`);
    return type;
  }

  function lookupType(wholeName: string): object {
    const words = wholeName.replace(/^\./u, '').split('.');
    for (let count = words.length - 1; count > 0; count -= 1) {
      const [packageName, name] = [words.slice(0, count).join('.'), words.slice(count).join('.')];
      if (tables[packageName]?.names.includes(name) === true) return find(`${packageName}/${name}`);
    }
    return whole().lookupType(wholeName);
  }

  /** Offers what has a name right below this one. */
  function offer(to: object, packageName: string, table: PackageTable, above: string): void {
    const add = (names: readonly string[], make: (name: string) => unknown): void => {
      for (const name of names) {
        const own = name.slice(above.length);
        if (name.startsWith(above) && !own.includes('.')) lazily(to, own, () => make(name));
      }
    };
    add(table.names, (name) => find(`${packageName}/${name}`));
    add(table.enumNames, (name) => new protobuf.Enum(name, { ...table.enums()[name] }).values);
    add(Object.keys(table.services), (name) =>
      createService(protobuf, name, table.services[name] ?? {}, find),
    );
    add(table.rest, (name) => shown(whole().lookup(`${packageName}.${name}`)));
  }

  /** The package shows the values of an enum in its place. */
  function shown(found: object | null): unknown {
    return found instanceof protobuf.Enum ? found.values : found;
  }

  function fill(to: object, packageName: string): object {
    const table = tables[packageName];
    if (table !== undefined) offer(to, packageName, table, '');
    const above = packageName === '' ? '' : `${packageName}.`;
    const inside = Object.keys(tables).filter((name) => name.startsWith(above));
    for (const name of new Set(inside.map((path) => path.slice(above.length).split('.', 1)[0]))) {
      if (name !== undefined) lazily(to, name, () => fill({}, `${above}${name}`));
    }
    return to;
  }

  const root = fill(new CompiledRoot(), '');
  // Compiled modules of the SDK copy what is a root's own.
  return Object.assign(root, {
    constructor: CompiledRoot,
    root,
    lookupType,
    lookup: (name: string) => whole().lookup(name),
    lookupEnum: (name: string) => whole().lookupEnum(name),
    lookupService: (name: string) => whole().lookupService(name),
    lookupTypeOrEnum: (name: string) => whole().lookupTypeOrEnum(name),
  });
}
