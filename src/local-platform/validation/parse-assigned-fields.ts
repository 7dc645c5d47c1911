import { customFieldSections, customFieldValueTypes } from '../../platform-api/schemas/index.ts';
import type { FieldDefinition } from '../database/custom-field-store.ts';
import type { BodyReader } from './body-reader.ts';

/** Definitions of a job's own custom fields, by section. @throws Problem 400 with every mistake under its field. */
export function parseAssignedFields(reader: BodyReader): readonly FieldDefinition[] {
  const fields = reader.object('fields', { required: true });
  const seen = new Set<string>();
  const definitions = customFieldSections.flatMap((section) =>
    (fields?.objects(section) ?? []).map((field): FieldDefinition => {
      const name = field.string('name', { required: true, longest: 255 }) ?? '';
      if (seen.has(name)) field.fail('name', 'Field names must be unique.');
      seen.add(name);
      const valueType = field.choice('valueType', customFieldValueTypes, { required: true });
      const enumOptions = field.list('enumOptions').map(String);
      if (valueType === 'select' && enumOptions.length === 0) {
        field.fail('enumOptions', 'A select field needs options.');
      }
      return {
        name,
        valueType: valueType ?? 'text',
        enumOptions,
        allowOther: field.boolean('allowOther', false),
        placeholder: field.string('placeholder', { blank: true }) ?? '',
        helpText: field.string('helpText', { blank: true }) ?? '',
        isMultiple: field.boolean('isMultiple', false),
        isRequired: field.boolean('isRequired', false),
        section,
        originatingWorkspace: null,
      };
    }),
  );
  reader.errors.throwIfAny();
  return definitions;
}
