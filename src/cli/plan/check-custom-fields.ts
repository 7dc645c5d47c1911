/** Which custom fields the account's workspace asks of every job, and whether the study file has their values. */
import type { CustomFieldDefinition } from '../../platform-api/index.ts';
import { suggestion } from '../../expressions/suggestion.ts';
import { isDay } from '../../study/finding-values.ts';
import type { CustomFieldSetting, Study } from '../../study/study.ts';
import { findingFieldProblems } from './finding-field-problems.ts';
import type { PlanProblem } from './plan-problem.ts';
import { readWorkspaceFields, type CustomFieldCalls } from './workspace-fields.ts';

const where = 'job.customFields';

/** Fields that are required and have no value, values of another kind, and values of fields that aren't there. */
export async function checkCustomFields(
  { job, findings }: Study,
  client: CustomFieldCalls,
): Promise<readonly PlanProblem[]> {
  const workspace = await readWorkspaceFields(client);
  if (workspace === undefined) {
    return [
      {
        severity: 'note',
        where,
        message: 'The platform does not tell which custom fields its workspace requires of a job',
      },
    ];
  }
  const { definitions, isEnabled } = workspace;
  const values = job.customFields ?? {};
  return [
    ...(isEnabled ? missingFields(definitions, values) : []),
    ...Object.entries(values).flatMap(([name, value]) => problemsOf(name, value, definitions)),
    ...findingFieldProblems(findings, definitions),
  ];
}

function missingFields(
  definitions: readonly CustomFieldDefinition[],
  values: Readonly<Record<string, CustomFieldSetting>>,
): readonly PlanProblem[] {
  return definitions
    .filter(({ name, isRequired }) => isRequired === true && isEmpty(values[name]))
    .map((field) => ({
      severity: 'error',
      where,
      message: `The workspace requires the custom field ${JSON.stringify(field.name)} (${expectedOf(field)}), and the study has no value for it`,
      hint: `Add under job: customFields: {${JSON.stringify(field.name)}: ${exampleOf(field)}}`,
    }));
}

/** A field that must say something says nothing by an empty text or list either. */
function isEmpty(value: CustomFieldSetting | undefined): boolean {
  if (Array.isArray(value)) return value.every((one) => one === '');
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

function problemsOf(
  name: string,
  value: CustomFieldSetting,
  definitions: readonly CustomFieldDefinition[],
): readonly PlanProblem[] {
  const field = definitions.find((each) => each.name === name);
  if (field === undefined) {
    const names = definitions.map((each) => each.name);
    const known =
      names.length === 0 ? 'it has no fields' : `its fields: ${names.slice(0, 12).join(', ')}`;
    return [
      {
        severity: 'error',
        where,
        message: `The workspace has no custom field ${JSON.stringify(name)}`,
        hint: suggestion(name, names) ?? known,
      },
    ];
  }
  const isRight = field.isMultiple
    ? Array.isArray(value) && value.every((one) => fits(field, one as string | number))
    : !Array.isArray(value) && fits(field, value as string | number);
  if (isRight) return [];
  return [
    {
      severity: 'error',
      where,
      message: `Expected ${expectedOf(field)} for the custom field ${JSON.stringify(name)}, got ${JSON.stringify(value)}`,
      hint: `such as ${exampleOf(field)}`,
    },
  ];
}

function fits(field: CustomFieldDefinition, value: string | number): boolean {
  if (field.valueType === 'number') return typeof value === 'number';
  if (typeof value !== 'string') return false;
  if (field.valueType === 'date') return isDay(value);
  if (field.valueType !== 'select' || field.allowOther === true) return true;
  const options = field.enumOptions ?? [];
  return options.length === 0 || options.includes(value);
}

function expectedOf({ valueType, enumOptions, isMultiple }: CustomFieldDefinition): string {
  const options = enumOptions ?? [];
  const one =
    valueType === 'select' && options.length > 0
      ? `one of ${options.slice(0, 12).join(', ')}`
      : (kinds[valueType] ?? `a value of the type ${valueType}`);
  return isMultiple === true ? `a list, each ${one}` : one;
}

const kinds: Readonly<Record<string, string>> = {
  text: 'a text',
  number: 'a number',
  select: 'a text',
  date: 'a date as year/month/day',
  file: 'the id of a file on the platform',
  user: "a user's e-mail address",
};

function exampleOf({ valueType, enumOptions, isMultiple }: CustomFieldDefinition): string {
  const examples: Readonly<Record<string, string>> = {
    number: '1',
    select: JSON.stringify(enumOptions?.[0] ?? '…'),
    date: '2026/01/31',
    user: 'ann@example.com',
  };
  const one = examples[valueType] ?? '"…"';
  return isMultiple === true ? `[${one}]` : one;
}
