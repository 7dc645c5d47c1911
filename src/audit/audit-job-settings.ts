/** Whether a job runs, by the platform, on the hardware and with the software and command that were asked for: what it costs hangs on that. */
import type { Job, JobAnalysis } from '../platform-api/index.ts';
import { layout, type JobSpec } from '../store/index.ts';
import type { JobAnalysisSettings } from '../study/study.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';

/** What the platform was asked for, and what it shows; undefined where one of the two says nothing. */
interface Setting {
  readonly what: string;
  readonly asked: string | number | boolean | undefined;
  readonly shown: string | number | boolean | null | undefined;
}

/** Compares what the platform tells of a job, analysis by analysis; what it leaves out can't be compared. @param subject such as `job 3 (abCdEf)` */
export async function auditJobSettings(
  { folder, at }: Pick<StudyRecords, 'folder' | 'at'>,
  spec: JobSpec,
  shown: Job,
  subject: string,
  book: AuditBook,
): Promise<void> {
  const { study } = await at(spec.revision);
  // On a cluster the cluster's hardware counts, and a platform may show either.
  const isOnCluster =
    study.execution.cluster !== undefined && (await folder.has(layout.jobCluster(spec.jobNumber)));
  const { job } = study;
  if (shown.jobanalyses.length !== job.analyses.length) {
    const told = `has ${shown.jobanalyses.length} analyses there, and ${job.analyses.length} were asked for`;
    book.tell('contradiction', subject, told);
  }
  const settings = shown.jobanalyses.flatMap((analysis, index) => [
    ...(isOnCluster ? [] : hardwareSettings(job.hardware, spec.slots, analysis)),
    ...softwareSettings(job.analyses[index]?.analysis, analysis),
  ]);
  const priority = {
    what: 'low priority',
    asked: job.fields['isLowPriority'] === true,
    shown: shown.isLowPriority,
  };
  for (const each of [...settings, ...(isOnCluster ? [] : [priority])]) {
    if (each.asked === undefined || each.shown == null || each.asked === each.shown) continue;
    const { what, asked, shown: found } = each;
    book.tell('contradiction', subject, `has ${what} ${found} there, and ${asked} was asked for`);
  }
  for (const [index, asked] of job.analyses.entries()) {
    const command = shown.jobanalyses[index]?.command;
    if (command == null || isSentCommand(command, asked, index === 0 ? spec : undefined)) continue;
    const told = `has a command there that isn't the one that was sent, of ${JSON.stringify(asked.command)}`;
    book.tell('contradiction', subject, told);
  }
}

/** A command of which a shell changes nothing, and that is in what is sent as it is. */
const plainCommand = /^[\w ./=-]+$/u;

/**
 * Versions of doeflow put other lines around a command; all have the command itself, and the first process of a job its key.
 * @param spec of the first analysis
 */
function isSentCommand(
  shown: string,
  asked: JobAnalysisSettings,
  spec: Pick<JobSpec, 'attemptKey'> | undefined,
): boolean {
  const isPlain = plainCommand.test(asked.command);
  const isFirst = spec !== undefined && asked.preProcess === undefined;
  return (
    (!isPlain || shown.includes(asked.command)) && (!isFirst || shown.includes(spec.attemptKey))
  );
}

function hardwareSettings(
  asked: StudyHardware,
  slots: number | undefined,
  { hardware }: JobAnalysis,
): readonly Setting[] {
  if (hardware == null) return [];
  const { coreType, coreClass, coresPerSlot } = asked;
  return [
    ...(coreClass === undefined
      ? [{ what: 'core type', asked: coreType, shown: hardware.coreType }]
      : [{ what: 'core class', asked: coreClass, shown: hardware.coreClass?.code }]),
    { what: 'cores in a slot', asked: coresPerSlot, shown: hardware.coresPerSlot },
    { what: 'slots', asked: slots ?? asked.slots, shown: hardware.slots },
  ];
}

function softwareSettings(
  asked: { readonly code: string; readonly version?: string | undefined } | undefined,
  { analysis }: JobAnalysis,
): readonly Setting[] {
  return [
    { what: 'software', asked: asked?.code, shown: analysis.code },
    { what: 'software version', asked: asked?.version, shown: analysis.version },
  ];
}

type StudyHardware = Awaited<ReturnType<StudyRecords['at']>>['study']['job']['hardware'];
