import { describe, expect, it } from 'vitest';
import { checkCustomFields } from '../../../src/cli/plan/check-custom-fields.ts';
import { parseStudy } from '../../../src/study-file/index.ts';
import type { Study } from '../../../src/study/study.ts';
import { workspaceWith } from './workspace-with.ts';

function study(customFields = ''): Study {
  const text = `name: beam
variables:
  - {name: w, type: Design, values: [1, 2]}
  - {name: y, type: Output, from: {file: out.json, pointer: /y}}
job:
  analysis: {code: user_included}
  command: 'solve \${w}'
  hardware: {coreType: emerald}
${customFields === '' ? '' : `  customFields: ${customFields}`}
`;
  return parseStudy(text, {
    file: 'study.yaml',
    readFile: () => undefined,
    fileExists: () => false,
  }).study;
}

const fields = {
  Context: [
    { name: 'Part number', valueType: 'text', isRequired: true },
    { name: 'Grade', valueType: 'select', enumOptions: ['S235', 'S355'], isRequired: true },
  ],
  Inputs: [
    { name: 'Due', valueType: 'date' },
    { name: 'Loads', valueType: 'number', isMultiple: true },
  ],
};

describe('the custom fields of a workspace', () => {
  it('that are required and have no value are named, with the line that gives them one', async () => {
    const problems = await checkCustomFields(study('{Part number: A-1}'), workspaceWith(fields));
    expect(problems).toEqual([
      {
        severity: 'error',
        where: 'job.customFields',
        message:
          'The workspace requires the custom field "Grade" (one of S235, S355), and the study has no value for it',
        hint: 'Add under job: customFields: {"Grade": "S235"}',
      },
    ]);
  });

  it('are fine where all required ones have a value of their kind', async () => {
    const full = study('{Part number: A-1, Grade: S355, Due: 2026/12/01, Loads: [500, 1000]}');
    expect(await checkCustomFields(full, workspaceWith(fields))).toEqual([]);
  });

  it.each([
    ['{Part number: " ", Grade: S235}', /requires the custom field "Part number"/],
    ['{Part number: 7, Grade: S235}', /Expected a text for .*"Part number", got 7/],
    ['{Part number: A, Grade: S900}', /Expected one of S235, S355 .*got "S900"/],
    ['{Part number: A, Grade: S235, Due: 1 May}', /Expected a date/],
    ['{Part number: A, Grade: S235, Loads: 5}', /Expected a list, each a number/],
    ['{Part number: A, Grade: S235, Part nunber: B}', /no custom field "Part nunber"/],
  ])('refuse %s', async (values, message) => {
    const problems = await checkCustomFields(study(values), workspaceWith(fields));
    expect(problems.map(({ severity }) => severity)).toEqual(['error']);
    expect(problems[0]?.message).toMatch(message);
  });

  it('block nothing where their collection is disabled', async () => {
    expect(await checkCustomFields(study(), workspaceWith(fields, false))).toEqual([]);
  });

  it('are said to be unknown where the platform does not tell the workspace', async () => {
    const silent = {
      ...workspaceWith(fields),
      user: { me: () => Promise.resolve({ notServed: true as const, endpoint: 'GET /me/' }) },
    };
    const problems = await checkCustomFields(study(), silent);
    expect(problems.map(({ severity }) => severity)).toEqual(['note']);
  });
});
