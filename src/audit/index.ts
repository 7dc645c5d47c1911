/** The audit of a study: whether its records, files and tables, and the platform, agree. Changes nothing. */
export { auditStudy, type AuditOptions } from './audit-study.ts';
export { whatLasts } from './what-lasts.ts';
export { auditUnplanned, NotPlannedError } from './audit-unplanned.ts';
export type { AuditCounts, AuditFault, AuditFaultKind, AuditReport } from './audit-report.ts';
export type { PlannedStudy, StudyToAudit } from './audited-study.ts';
