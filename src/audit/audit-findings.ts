/** Whether the findings that were written onto the platform's jobs are still there as the study wrote them. */
import { NotFoundError, type PlatformClient } from '../platform-api/index.ts';
import { layout, readValuedFindings, showsFinding, type DocumentFolder } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';

/** Reads the fields of a job on which the study had read all of them back. Fields that others gave the job are theirs. */
export async function auditFindings(
  platform: PlatformClient,
  folder: DocumentFolder,
  { jobId, subject }: { readonly jobId: string; readonly subject: string },
  book: AuditBook,
  signal: AbortSignal,
): Promise<void> {
  const record = await book.guard(() => folder.find(layout.verifiedFindings(jobId)));
  if (record === undefined) return;
  const valued = await book.guard(() => readValuedFindings(folder));
  if (valued === undefined) return;
  const findings = valued.filter(({ name }) => !Object.hasOwn(record.refused ?? {}, name));
  const fields = await platform.customFields.values(jobId, { signal }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
  if (fields === undefined) {
    book.noteUnseen(`${subject}: the platform no longer serves its fields: findings were not read`);
    return;
  }
  for (const name of record.left ?? []) {
    if (fields[name]?.value == null) continue;
    book.note(
      `${subject}: its field "${name}" shows a finding that was taken back, as the platform doesn't clear it`,
    );
  }
  if (record.verified !== findings.length) {
    const counts = `the study has ${findings.length} findings, its record says that ${record.verified} were read back`;
    const state = (await folder.find(layout.status))?.state;
    // One that was stopped leaves what it had written at an earlier end.
    if (state === 'Stopped' || state === 'Aborted')
      return book.note(`${subject}: ${counts} at an earlier end, and it was stopped since`);
    book.tell('contradiction', subject, counts);
  }
  for (const [name, reason] of Object.entries(record.refused ?? {})) {
    book.note(`${subject}: the platform refused its field "${name}": ${reason}`);
  }
  for (const finding of findings) {
    const { name } = finding;
    const value = record.files?.[name] ?? finding.value;
    const shown = fields[name]?.value;
    if (showsFinding(shown, value)) continue;
    if (shown == null) {
      book.tell('missing', subject, `the field "${name}" that the study wrote is not on it`);
    } else {
      const found = `the study wrote ${JSON.stringify(value)}, the platform shows ${JSON.stringify(shown)}`;
      book.tell('changed', `${subject}: field "${name}"`, found);
    }
  }
}
