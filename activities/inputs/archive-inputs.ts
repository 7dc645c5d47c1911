/** The schema of each input of the activities of archive passes and recurring studies. */
import { z } from 'zod';
import type {
  ApprovalDecision,
  ArchiveActivities,
  PassCounts,
  PassProgress,
  PassSelection,
  RecurrenceActivities,
} from '../../src/run/archive-contract.ts';
import { fields, list, text, time, whole } from './input-schema.ts';
import type { InputSchemas } from './study-inputs.ts';

type ArchiveInput<Name extends keyof ArchiveActivities> = Parameters<ArchiveActivities[Name]>[0];
type RecurrenceInput<Name extends keyof RecurrenceActivities> = Parameters<
  RecurrenceActivities[Name]
>[0];

const pass = { archive: text('archive'), passTime: time };
const batch = { ...pass, batch: whole('ordinal') };
const occurrence = { schedule: text('schedule'), passTime: time };

const counts = fields<PassCounts>({
  jobs: whole('count'),
  files: whole('count'),
  bytes: whole('size'),
  failed: whole('count'),
});

const progress = fields<PassProgress>({
  phase: z.enum([
    ...(['waiting', 'selecting', 'archiving', 'studies', 'deleting', 'closing', 'done'] as const),
  ]),
  selection: z.exactOptional(
    fields<PassSelection>({
      batches: whole('count'),
      jobs: whole('count'),
      left: z.record(z.string().max(100), whole('count')),
      studies: list(text('studyId')),
    }),
  ),
  batchesDone: whole('count'),
  archived: counts,
  proven: counts,
  deleted: counts,
  notes: list(text('sentence')),
});

const decision = fields<ApprovalDecision>({
  passTime: time,
  jobs: whole('count'),
  decision: z.enum(['approve', 'decline']),
  by: text('name'),
  ticket: z.exactOptional(text('ticket')),
});

/** The table of archive passes. */
export const archiveInputs: InputSchemas<ArchiveActivities> = {
  openPass: fields<ArchiveInput<'openPass'>>(pass),
  selectJobs: fields<ArchiveInput<'selectJobs'>>(pass),
  archiveJobs: fields<ArchiveInput<'archiveJobs'>>(batch),
  proveJobs: fields<ArchiveInput<'proveJobs'>>(batch),
  archiveStudy: fields<ArchiveInput<'archiveStudy'>>({ ...pass, studyId: text('studyId') }),
  planDeletions: fields<ArchiveInput<'planDeletions'>>(pass),
  deleteJobs: fields<ArchiveInput<'deleteJobs'>>(batch),
  recordDecision: fields<ArchiveInput<'recordDecision'>>({ ...pass, decision }),
  closePass: fields<ArchiveInput<'closePass'>>({ ...pass, progress }),
};

/** The table of recurring studies. */
export const recurrenceInputs: InputSchemas<RecurrenceActivities> = {
  prepareRecurrence: fields<RecurrenceInput<'prepareRecurrence'>>(occurrence),
  admitRecurrence: fields<RecurrenceInput<'admitRecurrence'>>(occurrence),
  closeRecurrence: fields<RecurrenceInput<'closeRecurrence'>>({
    ...occurrence,
    studyId: text('studyId'),
    state: text('name'),
    loss: z.exactOptional(text('sentence')),
  }),
};
