/**
 * The answers that the interface document describes, field by field and type by type, written from the document alone: every
 * listed field must be there. Further fields are allowed. Where the document leaves a shape open, any value passes.
 */
import { z } from 'zod';

const text = z.string();
const textOrNull = text.nullable();
const whole = z.number().int();
const wholeOrNull = whole.nullable();
const flag = z.boolean();
const open = z.unknown();
const decimal = z.union([z.number(), text.regex(/^-?\d+(\.\d+)?$/)]);
const dateTime = text.refine((value) => !Number.isNaN(Date.parse(value)), 'an ISO 8601 date-time');
const objectOrNull = z.looseObject({}).nullable();

/** A page: `count`, `previous`, `next`, `results`. */
export const page = (item: z.ZodType) =>
  z.looseObject({
    count: whole.min(0),
    previous: z.url().nullable(),
    next: z.url().nullable(),
    results: z.array(item),
  });

export const coreType = z.looseObject({
  code: text,
  name: text,
  description: text,
  hasSsd: flag,
  compute: open,
  isDeprecated: flag,
  price: decimal,
  lowPriorityPrice: text,
  remoteVizAllowed: flag,
  storage: whole,
  walltimeRequired: flag,
  displayOrder: wholeOrNull,
  io: text,
  memory: whole,
  cores: z.array(whole),
  isPrimary: flag,
  processorInfo: text,
  storageIo: text,
});

export const analysis = z.looseObject({
  code: text,
  name: text,
  description: text,
  industries: z.array(z.looseObject({ name: text, icon: textOrNull })),
  versions: z.array(
    z.looseObject({
      version: text,
      versionCode: text,
      eula: open,
      allowedCoreTypes: z.array(text),
      stdCommand: text,
      mpiCommand: text,
      smpCommand: text,
    }),
  ),
  supportDesks: z.array(z.looseObject({ code: text, displayName: text, email: text })),
  vendorName: text,
  pricing: text,
  hasRescaleLicense: flag,
  hasShortTermLicense: flag,
  licenseSettings: z.array(
    z.looseObject({ isServer: flag, licenseType: text, helpText: text, name: text, label: text }),
  ),
  optimizerType: objectOrNull,
  thumbnail: text,
  resources: z.array(z.looseObject({ url: text, name: text })),
});

const fileFields = {
  id: text,
  name: text,
  owner: text,
  dateUploaded: dateTime,
  decryptedSize: whole,
  downloadUrl: z.url(),
  encodedEncryptionKey: text,
  md5: text.regex(/^[0-9a-f]{32}$/),
  path: text,
  relativePath: text,
  sharedWith: z.array(text),
  typeId: whole,
  isUploaded: flag,
  isDeleted: flag,
  viewInBrowser: flag,
};

export const file = z.looseObject(fileFields);

export const uploadedFile = z.looseObject({
  ...fileFields,
  pathParts: z.looseObject({ path: text, container: text }),
  storage: z.looseObject({
    storageType: text,
    id: text,
    encryptionType: text,
    connectionSettings: z.looseObject({ region: text }),
  }),
});

const hardware = (coreType: z.ZodType) =>
  z.looseObject({
    coreType,
    coresPerSlot: whole,
    slots: whole,
    type: text,
    walltime: wholeOrNull,
    coreSummary: z.looseObject({
      memoryPerNode: whole,
      storagePerNode: whole,
      numberOfNodes: z.number(),
    }),
  });

const jobAnalysis = (coreType: z.ZodType) =>
  z.looseObject({
    analysis: z.looseObject({ code: text, version: text, name: text, versionName: text }),
    command: text,
    hardware: hardware(coreType),
    useMpi: flag,
    envVars: z.record(text, text),
    flags: z.looseObject({}),
    inputFiles: z.array(file),
    useRescaleLicense: flag,
    templateTasks: z.array(z.looseObject({ processedFilename: text, templateFile: file })),
    preProcessScript: file.nullable(),
    preProcessScriptCommand: text,
    postProcessScript: file.nullable(),
    postProcessScriptCommand: text,
    onDemandLicenseSeller: z.looseObject({ code: text, name: text }).nullable(),
    userDefinedLicenseSettings: z.looseObject({ featureSets: z.array(z.looseObject({})) }),
  });

const definition = z.looseObject({
  name: text,
  valueType: z.enum(['text', 'number', 'select', 'date', 'file', 'user']),
  placeholder: text,
  helpText: text,
  isMultiple: flag,
  isRequired: flag,
  section: z.enum(['Context', 'Inputs', 'Findings']),
  originatingWorkspace: textOrNull,
});

const customFieldValue = z.looseObject({ meta: definition, user: textOrNull, value: open });

const jobFields = (coreType: z.ZodType) => ({
  id: text,
  name: text,
  owner: text,
  jobanalyses: z.array(jobAnalysis(coreType)).min(1),
  jobvariables: z.array(
    z.looseObject({
      name: text,
      variableType: z.enum(['Param', 'Design', 'Output', 'Case', 'Constraint', 'Objective']),
      displayOrder: whole,
      valueGeneratorType: text,
      valueGeneratorSettings: z.looseObject({}),
    }),
  ),
  paramFile: file.nullable(),
  caseFile: file.nullable(),
  expectedRuns: wholeOrNull,
  includeNominalRun: flag,
  isTemplateDryRun: flag,
  isLowPriority: flag,
  billingPriorityValue: z.enum(['INSTANT', 'ON_DEMAND', 'RESERVED']).nullable(),
  monteCarloIterations: wholeOrNull,
  optimizer: objectOrNull,
  projectId: textOrNull,
  resourceFilters: z.array(z.looseObject({})),
  archiveFilters: z.array(open),
  userTags: z.array(z.looseObject({ name: text, normalizedName: text })),
  remoteVizConfig: objectOrNull,
});

/** A job of get-job. @param version spells the core type */
export const job = (version: 'v2' | 'v3') =>
  z.looseObject({
    ...jobFields(version === 'v2' ? text : z.looseObject({ code: text })),
    customFields: z.record(text, customFieldValue),
  });

/** A job of create-job. */
export const createdJob = (version: 'v2' | 'v3') =>
  z.looseObject({
    ...jobFields(version === 'v2' ? text : z.looseObject({ code: text })),
    sshPort: whole,
    autoTerminateCluster: flag,
  });

const label = z.looseObject({ content: text, labelClass: text, useLabel: flag });

export const jobListItem = z.looseObject({
  id: text,
  name: text,
  owner: text,
  dateInserted: dateTime,
  analysisNames: z.array(text),
  jobStatus: label,
  clusterStatusDisplay: label,
  sharedWith: z.array(text),
  isVisible: z.literal(true),
  storage: whole,
});

export const jobSummary = z.looseObject({ id: text, isLowPriority: flag, name: text });

export const status = z.looseObject({
  status: text,
  statusDate: dateTime,
  statusReason: textOrNull,
});

export const clusterStatus = z.looseObject({
  status: text,
  statusDate: dateTime,
  statusReason: textOrNull,
  id: text,
  clusterId: text,
});

export const logEntry = z.looseObject({
  id: text,
  displayTimestamp: text,
  timestamp: z.union([text, whole]),
  level: text,
  message: text,
  source: text,
});

export const share = z.looseObject({ recipient: text, supportDesk: objectOrNull });

export const workspaceFields = z.looseObject({
  fields: z.record(z.enum(['compute', 'workstation']), z.record(text, z.array(definition))),
  isEnabled: flag,
});

export const assignedFields = z.looseObject({
  fields: z.looseObject({
    Context: z.array(definition),
    Inputs: z.array(definition),
    Findings: z.array(definition),
  }),
});

export const customFieldValues = z.record(text, customFieldValue);

export const cluster = z.looseObject({ id: text });

export const clusterJob = z.looseObject({ id: text });
