import {
  defineSearchAttributeKey,
  encodeSearchAttributeIndexedValueType,
  type SearchAttributeKey,
} from '@temporalio/common/lib/search-attributes.js';
import { isGrpcServiceError, type Connection } from '@temporalio/client';
import { UsageError } from '../errors.ts';
import { searchAttributes } from './names.ts';
import { temporalTypeName } from './server/type-name.ts';

type Declared = typeof searchAttributes;

/** Typed keys of the engine's search attributes, by name. */
export const searchAttributeKeys = Object.fromEntries(
  Object.entries(searchAttributes).map(([name, type]) => [
    name,
    defineSearchAttributeKey(name, type),
  ]),
) as { readonly [Name in keyof Declared]: SearchAttributeKey<Declared[Name]> };

/** What a cluster says about one of the engine's search attributes. */
export interface SearchAttributeState {
  readonly name: string;
  readonly expected: string;
  /** The cluster's type for it, or undefined when it isn't registered. */
  readonly actual: string | undefined;
}

/** Gives back what the namespace holds for each of the engine's search attributes, in their order. */
export async function readSearchAttributes(
  connection: Pick<Connection, 'operatorService'>,
  namespace: string,
): Promise<readonly SearchAttributeState[]> {
  const answer = await connection.operatorService.listSearchAttributes({ namespace });
  const typeNames = new Map<unknown, string>(
    ['TEXT', 'KEYWORD', 'INT', 'DOUBLE', 'BOOL', 'DATETIME', 'KEYWORD_LIST'].map((name) => [
      encodeSearchAttributeIndexedValueType(name as 'TEXT'),
      name,
    ]),
  );
  return Object.entries(searchAttributes).map(([name, expected]) => {
    const actual = answer.customAttributes?.[name];
    return {
      name,
      expected,
      actual: actual === undefined ? undefined : (typeNames.get(actual) ?? `type ${actual}`),
    };
  });
}

/**
 * Registers those search attributes that the namespace doesn't have; gives back their names.
 * @throws UsageError USAGE_SEARCH_ATTRIBUTES, exit code 7, when one has another type, or registering isn't permitted; the hint has the commands for an administrator.
 */
export async function ensureSearchAttributes(
  connection: Pick<Connection, 'operatorService'>,
  namespace: string,
): Promise<readonly string[]> {
  const states = await readSearchAttributes(connection, namespace);
  const wrong = states.filter(
    (state) => state.actual !== undefined && state.actual !== state.expected,
  );
  if (wrong.length > 0) {
    throw new UsageError(
      'USAGE_SEARCH_ATTRIBUTES',
      wrong
        .map(
          (state) =>
            `Search attribute ${state.name} of namespace "${namespace}" has type ${state.actual}, but must be ${state.expected}`,
        )
        .join('\n'),
      {
        hint: 'Use another namespace: the type of a search attribute can’t be changed',
        exitCode: 7,
      },
    );
  }
  const missing = states.filter((state) => state.actual === undefined);
  if (missing.length === 0) return [];
  try {
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(
        missing.map((state) => [
          state.name,
          encodeSearchAttributeIndexedValueType(state.expected as 'TEXT') ?? 0,
        ]),
      ),
    });
  } catch (cause) {
    if (!isGrpcServiceError(cause)) throw cause;
    const names = missing.map(
      (state) => `--name ${state.name} --type ${temporalTypeName(state.expected)}`,
    );
    throw new UsageError(
      'USAGE_SEARCH_ATTRIBUTES',
      `The search attributes cannot be registered in namespace "${namespace}": ${cause.details}`,
      {
        hint: `Ask an administrator to run: ${names
          .map(
            (options) =>
              `temporal operator search-attribute create --namespace ${namespace} ${options}`,
          )
          .join(' && ')}`,
        exitCode: 7,
        cause,
      },
    );
  }
  return missing.map((state) => state.name);
}
