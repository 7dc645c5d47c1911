import { firstRevision } from '../../run/first-revision.ts';
import { hardwareHourMs } from '../../hardware-hour.ts';
import {
  auditStudy,
  whatLasts,
  auditUnplanned,
  NotPlannedError,
  type AuditCounts,
  type AuditReport,
} from '../../audit/index.ts';
import { ResultError, UsageError } from '../../errors.ts';
import type { Store } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb } from '../define-verb.ts';
import { openPlatform, type PlatformLink } from '../engine/open-platform.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { tellWayAround } from '../engine/tell-slow-answers.ts';
import { exitCodes } from '../exit-codes.ts';
import { countOf } from '../format-quantities.ts';
import { describeAudit } from '../studies/describe-audit.ts';
import { findStudy } from '../studies/find-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import type { StoredStudy } from '../studies/stored-study.ts';

interface VerifyOptions {
  readonly offline?: boolean;
  readonly deep?: boolean;
}

/** Milliseconds between two pictures of the progress. */
const pause = 200;

/** `doeflow verify`: an audit of a study; exit code 3 where something is not as it must be, 7 where the platform could not be asked. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option('--offline', 'read the store alone; ask no platform')
    .option(
      '--deep',
      "read the platform's own copy of each collected file too, instead of comparing its checksum",
    )
    .addHelpText(
      'after',
      '\nChanges nothing of the study; the platform of an embedded home whose parts are down is started for it, without a worker (--offline starts nothing). Reads every collected file, makes the tables again, and asks the platform for its records of jobs, runs, files and clusters. Exit code 3 where something is not as it must be. For an archive: doeflow archive verify.',
    )
    .action(async (reference: string, { offline = false, deep = false }: VerifyOptions) => {
      if (offline && deep) {
        throw new UsageError(
          'USAGE_ARGUMENTS',
          '--offline asks no platform, and --deep reads from it',
          {
            hint: 'Give one of them.',
          },
        );
      }
      context.interrupt.handle();
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      const endHint = offline
        ? undefined
        : tellWayAround(
            context.output.note,
            `What needs no platform can be had at once: doeflow verify ${reference} --offline`,
          );
      const platform = offline ? undefined : await openPlatformOf(context, stored);
      try {
        const report = await audit(context, store, stored, { platform, isDeep: deep });
        context.output.endFrame();
        context.output.show(describeAudit(stored.studyId, report));
        if (!report.clean) context.end(exitCodes.studyFailed);
        else if (!offline && report.platform === 'not asked') context.end(exitCodes.unreachable);
      } finally {
        endHint?.();
        await platform?.close();
      }
    });
};

async function audit(
  context: CommandContext,
  store: Store,
  stored: StoredStudy,
  { platform, isDeep }: { readonly platform: PlatformLink | undefined; readonly isDeep: boolean },
): Promise<AuditReport> {
  const { studyId, snapshot, ended } = stored;
  const planned = (revision?: number) =>
    planStoredStudy(store, stored, revision).catch((cause: unknown) => {
      // A record of an earlier plan that can't be read is one fault beside others.
      if (revision !== undefined && cause instanceof ResultError) throw cause;
      throw new NotPlannedError('the study can’t be planned again', { cause });
    });
  const kept = {
    ...{ folder: store.study(studyId), ended: ended !== undefined },
    resultsDir: snapshot.resultsDir,
  };
  const onProgress = showProgress(context);
  try {
    const { study, plan } = await planned();
    return await whatLasts(() =>
      auditStudy(
        {
          ...{ ...kept, studyId, study, plan },
          engineVersion: context.version,
          hourMs: hardwareHourMs(context.env, snapshot.platform?.kind !== 'configured'),
          at: (revision) => planned(revision ?? firstRevision),
        },
        {
          ...{ store, snapshot, platform: platform?.client, isDeep, onProgress },
          signal: context.interrupt.signal,
          sharersOf: async (clusterName) => {
            const { sharersOf } = await import('../studies/sharers-of.ts');
            return (await sharersOf(store, undefined, stored, clusterName)).studyIds;
          },
        },
      ),
    );
  } catch (error) {
    if (!(error instanceof NotPlannedError)) throw error;
    const report = await auditUnplanned(kept, { store, snapshot, onProgress });
    if (report !== undefined) return report;
    throw unreadable(studyId, error.cause);
  }
}

/** A study whose own files are gone can't be audited; what else goes wrong is thrown as it is. */
function unreadable(studyId: string, error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') return error;
  return new ResultError(
    'RESULT_STORE',
    `The store is damaged: a file that study ${studyId} ran with is missing${path === undefined ? '' : `, ${path}`}`,
    {
      hint: 'Put it back from a backup of the store, or restore the study from an archive: doeflow archive restore --help',
      cause: error,
    },
  );
}

/** Undefined, with a note, where the study belongs to another platform than the one at hand. */
async function openPlatformOf(
  context: CommandContext,
  stored: StoredStudy,
): Promise<PlatformLink | undefined> {
  const other = otherPlatformOf(stored, platformOfSettings(readSettings(context)));
  if (other === undefined) return openPlatform(context, { looksOnly: true });
  context.output.note(`note: the platform is not asked: ${other}`);
  return undefined;
}

function showProgress({ output }: CommandContext): (counts: AuditCounts) => void {
  let shown = 0;
  return ({ files, values }) => {
    if (!output.live || Date.now() - shown < pause) return;
    shown = Date.now();
    output.frame([`${countOf(files, 'file')} and ${countOf(values, 'value')} read`]);
  };
}
