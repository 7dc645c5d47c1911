import { createPlatformClient } from '../../platform-api/index.ts';
import {
  addSizes,
  findPruned,
  measureBelow,
  namedContents,
  noSize,
  sweepContents,
  type PrunedStudy,
} from '../../store/index.ts';
import { measureTree } from '../../files/index.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import { requireTyped } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import { requireTakenOver } from '../../host/backup/restored-mark.ts';
import type { DefineVerb } from '../define-verb.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import { requirePlatform } from '../engine/require-platform.ts';
import type { Engine } from '../engine/open-engine.ts';
import { platformOfEngine, seenAtHand } from '../engine/platform-at-hand.ts';
import { readSettings } from '../engine/read-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import { sizeText } from '../format-quantities.ts';
import { parseBytes, parseDuration } from '../parse-arguments.ts';
import { archivesAtHand } from '../prune/archives-at-hand.ts';
import { findCaches, removeCaches } from '../prune/caches.ts';
import { chooseStudies, type Choice, type PruneWish } from '../prune/choose-studies.ts';
import { describePrune, type PruneReport } from '../prune/describe-prune.ts';
import {
  finishCutOff,
  joined,
  removeStudies,
  type Removed,
  type Remover,
} from '../prune/remove-studies.ts';
import { requireFolder } from '../prune/require-folder.ts';
import { keepingRules } from '../prune/why-kept.ts';
import { findStudy } from '../studies/find-study.ts';
import { ownerOf } from '../studies/owner-of.ts';
import { surveyStudies } from '../studies/stored-study.ts';

interface PruneOptions {
  readonly olderThan?: number;
  readonly below?: number;
  readonly withoutArchive?: boolean;
  readonly caches?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `doeflow prune`: removes ended studies from the store and the local platform, and what nobody names; exit code 5 where something of it is left. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[study...]', 'only these: ids of ended studies')
    .option('--older-than <age>', 'studies that ended longer ago, such as 90d', parseDuration)
    .option(
      '--below <size>',
      'the oldest studies, until store and local platform take no more than this, such as 50GB',
      parseBytes,
    )
    .option('--without-archive', 'also studies of which no archive has a verified copy')
    .option('--caches', 'also compiled code, unfinished fetches and old logs')
    .option('--dry-run', 'only show what would go, with its bytes, and what stays and why')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      '\nNever removed: a study that is open in the store or in Temporal, that a schedule compares with, that an archive has yet to take or verify, or that is still to be told of. A copy in an archive is read anew before its study goes. Results folders and jobs on a configured platform are left alone. A record stays: list --pruned, status and verify say when a study was pruned.',
    )
    .action(async (references: readonly string[], options: PruneOptions) => {
      context.interrupt.handle();
      const isDry = options.dryRun === true;
      if (!isDry) requireFolder(readSettings(context).store);
      requireTakenOver(readSettings(context).home);
      const engine = await openCheckedEngine(context, { looksOnly: true });
      const platform = createPlatformClient(requirePlatform(engine));
      try {
        const wish = await wishOf(engine, references, options, context.now());
        const cutOff = await findCutOff(engine);
        const isCutOff = new Set(cutOff.map(({ studyId }) => studyId));
        const choice = await choose(context, engine, wish, isCutOff);
        const caches =
          options.caches === true ? await findCaches(engine.settings, context.now()) : [];
        const gone = new Set([
          ...choice.chosen.map(({ stored }) => stored.studyId),
          ...cutOff.map(({ studyId }) => studyId),
        ]);
        const planned = await sweepContents(engine.store, {
          isNamed: hasIn(await namedContents(engine.store, (studyId) => gone.has(studyId))),
          isDry: true,
        });
        const common = {
          waiting: addSizes(planned.young, planned.ageless),
          cutOff: cutOff.map(({ studyId }) => studyId),
          choosesStudies:
            references.length > 0 || options.olderThan !== undefined || options.below !== undefined,
        };
        const foreseen: PruneReport = {
          ...common,
          isDry: true,
          chosen: choice.chosen,
          studies: choice.chosen.reduce((sum, { size }) => addSizes(sum, size), noSize),
          contents: planned.removed,
          localBytes: choice.chosen.reduce((sum, { localBytes }) => sum + localBytes, 0),
          caches: {
            bytes: caches.reduce((sum, { bytes }) => sum + bytes, 0),
            things: caches.length,
          },
          kept: choice.kept,
          left: [],
        };
        if (isDry) return context.output.show(describePrune(foreseen));
        if (choice.chosen.length > 0 && options.yes !== true) {
          await requireTyped(context, questionOf(foreseen), String(choice.chosen.length));
        }
        const remover = await removerOf(context, engine, platform);
        let removed: Removed | undefined;
        for (const record of cutOff) {
          const one = await finishCutOff(remover, record);
          removed = removed === undefined ? one : joined(removed, one);
        }
        const studies = await removeStudies(remover, choice.chosen);
        removed = removed === undefined ? studies : joined(removed, studies);
        const swept = await sweepContents(engine.store, {
          isNamed: hasIn(await namedContents(engine.store)),
          isDry: false,
        });
        const cacheBytes = await removeCaches(caches);
        const ids = new Set(removed.studyIds);
        context.output.show(
          describePrune({
            ...common,
            isDry: false,
            chosen: choice.chosen.filter(({ stored }) => ids.has(stored.studyId)),
            studies: removed.store,
            contents: swept.removed,
            localBytes: removed.localBytes,
            caches: { bytes: cacheBytes, things: caches.length },
            kept: [...choice.kept, ...removed.kept],
            left: removed.left,
          }),
        );
        if (removed.left.length > 0) context.end(exitCodes.refused);
      } finally {
        await platform.close();
        await engine.close();
      }
    });
};

async function wishOf(
  { store }: Engine,
  references: readonly string[],
  { olderThan, below, withoutArchive = false }: PruneOptions,
  now: Date,
): Promise<PruneWish> {
  const named = await Promise.all(
    references.map(async (reference) => (await findStudy(store, reference)).studyId),
  );
  return {
    named: named.length === 0 ? undefined : new Set(named),
    endedBefore:
      olderThan === undefined ? undefined : new Date(now.getTime() - olderThan).toISOString(),
    below,
    withoutArchive,
  };
}

async function choose(
  context: CommandContext,
  engine: Engine,
  wish: PruneWish,
  isCutOff: ReadonlySet<string>,
): Promise<Choice> {
  const { store, settings } = engine;
  const atHand = seenAtHand(await platformOfEngine(engine), engine);
  const { home } = settings;
  const { studies, damaged } = await surveyStudies(store);
  return chooseStudies(
    {
      store,
      home,
      rules: await keepingRules(engine, atHand, context.now()),
      archives: await archivesAtHand(context, store, atHand),
      local: settings.platform === 'embedded' ? atHand : undefined,
      async usedBytes() {
        const { bytes } = await measureBelow(store.engineRecords(), '');
        const local = await measureTree(homeFiles(home).platformData);
        return bytes === undefined ? undefined : bytes + local.bytes;
      },
    },
    wish,
    { damaged, studies: studies.filter(({ studyId }) => !isCutOff.has(studyId)) },
  );
}

/** Studies whose removal was cut off. */
async function findCutOff({ store }: Engine): Promise<readonly PrunedStudy[]> {
  const { pruned, studies } = await surveyStudies(store);
  // One of which nothing is gone yet is still read as a study.
  const begun = await Promise.all(studies.map(({ studyId }) => findPruned(store.study(studyId))));
  return [...pruned.filter(({ finishedAt }) => finishedAt === undefined), ...begun].filter(
    (record) => record !== undefined,
  );
}

async function removerOf(
  context: CommandContext,
  engine: Engine,
  platform: ReturnType<typeof createPlatformClient>,
): Promise<Remover> {
  const { store, settings } = engine;
  const atHand = seenAtHand(await platformOfEngine(engine), engine);
  const archives = await archivesAtHand(context, store, atHand);
  const rules = await keepingRules(engine, atHand, context.now());
  return {
    ...{ store, rules, home: settings.home },
    localPlatform: settings.platform === 'embedded' ? platform : undefined,
    by: ownerOf(undefined),
    engineVersion: context.version,
    now: () => context.now(),
    signal: context.interrupt.signal,
    onStep: (step, studyId) =>
      context.output.note(
        step === 'check' ? `Reading the archived copy of ${studyId}` : `Removing ${studyId}`,
      ),
    prove: ({ archive, ...study }) =>
      archive === undefined ? Promise.resolve([]) : archives.prove(study, archive),
  };
}

function questionOf({ chosen, studies, localBytes }: PruneReport): string {
  const without = chosen.filter(({ archive }) => archive === undefined).length;
  const bytes = studies.bytes === undefined ? undefined : studies.bytes + localBytes;
  const copies =
    without === 0 ? 'all have a verified copy' : `${without} of them without any archived copy`;
  return `Remove ${chosen.length === 1 ? '1 study' : `${chosen.length} studies`} for good (${sizeText(bytes)}; ${copies}): ${chosen
    .map(({ stored }) => stored.studyId)
    .slice(0, 10)
    .join(', ')}${chosen.length > 10 ? ', …' : ''}?`;
}

function hasIn(names: ReadonlySet<string>): (name: string) => boolean {
  return (name) => names.has(name);
}
