import {
  billingPriorities,
  jobVariableTypes,
  variableGeneratorTypes,
} from '../../platform-api/schemas/index.ts';
import {
  defaultResourceFilters,
  type JobRecord,
  type JobVariableRecord,
  type ResourceFilter,
} from '../job-record.ts';
import { type BodyReader, isObject } from './body-reader.ts';
import { type Known, parseFile, parseJobAnalysis } from './parse-job-analysis.ts';

/**
 * A job from the body of create-job. Its variables and expected runs are completed later, from the param and case files.
 *
 * @throws Problem 400 with every mistake under its field.
 */
export function parseJob(reader: BodyReader, known: Known): JobRecord {
  const name = reader.string('name', { required: true, longest: 255 });
  const jobanalyses = reader
    .objects('jobanalyses', { required: true })
    .map((analysis) => parseJobAnalysis(analysis, known));
  if (reader.has('optimizer')) {
    reader.fail('optimizer', 'Optimizer jobs are not supported by this platform.');
  }
  const projectId =
    reader.string('projectId', { blank: true }) ?? reader.string('project_id', { blank: true });
  if (
    projectId !== undefined &&
    projectId !== '' &&
    !known.catalogue.workspace.projects.some((p) => p.id === projectId)
  ) {
    reader.fail('projectId', `Invalid project "${projectId}".`);
  }
  const monteCarloIterations = reader.integer('monteCarloIterations', {
    least: 1,
    most: 1_000_000,
  });
  const record = {
    name: name ?? '',
    jobvariables: reader.objects('jobvariables').map(parseVariable),
    paramFile: parseFile(reader, 'paramFile', known),
    caseFile: parseFile(reader, 'caseFile', known),
    expectedRuns: null,
    includeNominalRun: reader.boolean('includeNominalRun', false),
    isTemplateDryRun: reader.boolean('isTemplateDryRun', false),
    isLowPriority: reader.boolean('isLowPriority', false),
    billingPriorityValue: reader.choice('billingPriorityValue', billingPriorities) ?? null,
    monteCarloIterations: monteCarloIterations ?? null,
    resourceFilters: parseFilters(reader),
    projectId: projectId === undefined || projectId === '' ? null : projectId,
  };
  const seen = new Set<string>();
  record.jobvariables.forEach((variable, i) => {
    if (seen.has(variable.name)) {
      reader.errors.add(['jobvariables', i, 'name'], 'Variable names must be unique.');
    }
    seen.add(variable.name);
  });
  reader.errors.throwIfAny();
  return { ...record, jobanalyses: jobanalyses.filter((a) => a !== undefined) };
}

function parseVariable(reader: BodyReader, index: number): JobVariableRecord {
  const generatorKey = reader.has('variableGeneratorType')
    ? 'variableGeneratorType'
    : 'valueGeneratorType';
  const generator =
    reader.raw(generatorKey) === ''
      ? undefined
      : reader.choice(generatorKey, variableGeneratorTypes);
  const settings = reader.raw('valueGeneratorSettings') ?? {};
  if (!isObject(settings)) reader.fail('valueGeneratorSettings', 'Expected a dictionary.');
  return {
    name: reader.string('name', { required: true, longest: 255 }) ?? '',
    variableType: reader.choice('variableType', jobVariableTypes, { required: true }) ?? 'Param',
    displayOrder: reader.integer('displayOrder') ?? index,
    valueGeneratorType: generator ?? '',
    valueGeneratorSettings: isObject(settings) ? settings : {},
  };
}

function parseFilters(reader: BodyReader): readonly ResourceFilter[] {
  if (!reader.has('resourceFilters')) return defaultResourceFilters;
  return reader.objects('resourceFilters').map((filter) => ({
    filterType: filter.string('filterType', { blank: true }) ?? 'custom',
    selector: filter.string('selector', { required: true, longest: 1000 }) ?? '',
    include: filter.boolean('include', true),
    caseSensitive: filter.boolean('caseSensitive', false),
  }));
}
