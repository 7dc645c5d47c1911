import { z } from 'zod';
import { informative } from './primitives.ts';

/** The platform's kinds of job variable. */
export const jobVariableTypes = [
  'Param',
  'Design',
  'Output',
  'Case',
  'Constraint',
  'Objective',
] as const;

/** The platform's generators of values. */
export const variableGeneratorTypes = [
  'Normal',
  'Uniform',
  'Linspace',
  'FixedRange',
  'Triangular',
  'LogNormal',
] as const;

/** A job variable as the platform answers it; responses spell the generator `valueGeneratorType`, empty when unset. */
export const jobVariableSchema = z.object({
  name: z.string(),
  variableType: informative(z.string()),
  displayOrder: informative(z.number().int()),
  valueGeneratorType: informative(z.string()),
  variableGeneratorType: informative(z.string()),
  valueGeneratorSettings: informative(z.record(z.string(), z.unknown())),
});

/** A job variable as a client sends it; both spellings of the generator field are known in the field. */
export const jobVariableRequestSchema = z.object({
  name: z.string().min(1),
  variableType: z.enum(jobVariableTypes),
  displayOrder: z.number().int().optional(),
  variableGeneratorType: z.union([z.enum(variableGeneratorTypes), z.literal('')]).optional(),
  valueGeneratorType: z.union([z.enum(variableGeneratorTypes), z.literal('')]).optional(),
  valueGeneratorSettings: z.record(z.string(), z.unknown()).optional(),
});

export type JobVariable = z.output<typeof jobVariableSchema>;
export type JobVariableRequest = z.input<typeof jobVariableRequestSchema>;
