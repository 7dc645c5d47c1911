import type { CustomFieldDefinition } from '../../platform-api/index.ts';
import type { Finding } from '../../study/study.ts';
import type { PlanProblem } from './plan-problem.ts';

/** Findings whose name is a field of the workspace that can't say what they find. */
export function findingFieldProblems(
  findings: readonly Finding[],
  definitions: readonly CustomFieldDefinition[],
): readonly PlanProblem[] {
  return findings.flatMap((finding, index) => {
    const field = definitions.find(({ name }) => name === finding.name);
    const wrong = field === undefined ? undefined : misfitOf(finding, field);
    if (wrong === undefined) return [];
    return [
      {
        severity: 'error',
        where: `findings.${index}`,
        message: `The workspace has the field ${JSON.stringify(finding.name)}, ${wrong}`,
        hint: 'Change the finding so that it fits, or give it another name',
      },
    ];
  });
}

function misfitOf(finding: Finding, field: CustomFieldDefinition): string | undefined {
  const { valueType, value, options = [], allowOther } = finding;
  if (field.section !== undefined && field.section !== null && field.section !== 'Findings')
    return `which belongs to its ${field.section}, not to Findings`;
  if (field.isRequired === true) return 'which must be filled in before a job runs';
  if (field.valueType !== valueType)
    return `of type ${field.valueType}, and the finding is a ${valueType}`;
  const isList = Array.isArray(value);
  if (field.isMultiple != null && field.isMultiple !== isList)
    return `which has ${field.isMultiple ? 'several values' : 'one value'}, and the finding has ${isList ? 'a list' : 'one'}`;
  if (valueType !== 'select' || field.allowOther === true) return undefined;
  const known = field.enumOptions ?? [];
  if (known.length === 0)
    return field.allowOther === false && field.enumOptions != null
      ? 'which takes its options only, and has none'
      : undefined;
  if (allowOther === true) return 'which takes its options only, and the finding allows others';
  const other = options.find((option) => !known.includes(option));
  if (other === undefined) return undefined;
  return `which has no option ${JSON.stringify(other)} (it has ${known.join(', ')})`;
}
