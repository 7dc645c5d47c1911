import { isNotServed, NotFoundError, PermissionError } from '../../src/platform-api/index.ts';
import { layout } from '../../src/store/index.ts';
import {
  dayOf,
  factOfValue,
  writtenValues,
  type FindingFacts,
} from '../../src/study/finding-values.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** What a study's findings take from elsewhere than its runs, kept for whoever computes them again; undefined where they take nothing. */
export async function findingFacts(
  dependencies: ActivityDependencies,
  studyId: string,
  run: ActivityRun,
): Promise<FindingFacts | undefined> {
  const { store, studyCache, now } = dependencies;
  const { study, snapshot } = await studyCache.get(studyId);
  const wanted = new Set(
    study.findings.flatMap((finding) =>
      writtenValues(finding).map((written) => factOfValue(finding.valueType, written)),
    ),
  );
  wanted.delete(undefined);
  if (wanted.size === 0) return undefined;
  const owner = wanted.has('owner') ? await ownerOf(dependencies, run.signal) : undefined;
  const facts = {
    ...(wanted.has('started') ? { started: dayOf(new Date(snapshot.createdAt)) } : {}),
    ...(wanted.has('ended') ? { ended: dayOf(now()) } : {}),
    ...(owner === undefined ? {} : { owner }),
  };
  await store.study(studyId).write(layout.findingFacts, facts);
  return facts;
}

async function ownerOf(
  { platform }: ActivityDependencies,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const user = await platform.user.me({ signal });
    return isNotServed(user) ? undefined : (user.email ?? undefined);
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof PermissionError) return undefined;
    throw error;
  }
}
