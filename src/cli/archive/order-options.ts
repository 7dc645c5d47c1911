/** From the options of `archive create` to a standing order. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { realDestination } from '../../objects/index.ts';
import { parseRule, type ArchiveOrder } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { StudyPlatform } from '../../store/index.ts';
import { checkTiming, flowOverlaps, type FlowOverlap } from '../../temporal/flow-timing.ts';
import type { CommandContext } from '../context.ts';
import { parseDuration } from '../parse-arguments.ts';
import { checkArchiveName } from './archive-order.ts';

/** As commander gives them; durations in milliseconds. */
export interface OrderOptions {
  readonly cron?: string;
  readonly every?: number;
  readonly timezone: string;
  readonly select: string;
  readonly to: string;
  readonly keep: number;
  readonly deleteJobs?: boolean;
  readonly deleteInputFiles?: boolean;
  readonly approve?: boolean;
  readonly overlap: FlowOverlap;
  readonly catchUp: number;
  readonly jitter: number;
  readonly license?: string;
}

/** Adds the options that make an order. */
export function addOrderOptions(command: Command): Command {
  return command
    .requiredOption(
      '--select <rule>',
      'which jobs, such as "#beam and state:completed and age:>7d"',
    )
    .requiredOption('--to <destination>', 'directory, or s3://bucket/prefix')
    .option('--cron <expression>', 'when: five fields, such as "0 3 * * *"')
    .option('--every <duration>', 'when: an interval, such as 6h', parseDuration)
    .option('--timezone <name>', 'of the cron expression, such as Europe/Berlin', 'UTC')
    .addOption(
      durationOption(
        '--keep <duration>',
        'how long a job stays on the platform after its copy was proven',
        '30d',
      ),
    )
    .option('--delete-jobs', 'delete jobs on the platform whose keep time is over')
    .option('--delete-input-files', 'also delete their input files that no other job uses')
    .option('--approve', 'ask a person before each deletion (doeflow archive approve)')
    .option(
      '--license <text>',
      'what others may do with the studies: words, or the address of a license',
      parseLicense,
    )
    .addOption(
      new Option('--overlap <policy>', 'when a pass is due while the last one is under way')
        .choices(flowOverlaps)
        .default('skip'),
    )
    .addOption(
      durationOption(
        '--catch-up <duration>',
        'a pass that nothing was up for is made up for this long',
        '1h',
      ),
    )
    .addOption(
      durationOption('--jitter <duration>', 'start up to this much later, at random', '0s'),
    );
}

/** Characters of a licence: its text belongs to its address. */
const longestLicense = 300;

function parseLicense(text: string): string {
  const license = text.trim();
  if (license !== '' && license.length <= longestLicense && !/\p{Cc}/u.test(license))
    return license;
  throw new InvalidArgumentError(
    `Write its name or address on one line, at most ${longestLicense} characters, such as https://creativecommons.org/licenses/by/4.0/`,
  );
}

/** Help shows the default as it is written, not in milliseconds. */
function durationOption(flags: string, description: string, byDefault: string): Option {
  return new Option(flags, description)
    .argParser(parseDuration)
    .default(parseDuration(byDefault), byDefault);
}

/**
 * The order, checked as far as this machine can.
 * @throws UsageError for a wrong name, time, rule or destination
 */
export function orderOf(
  context: CommandContext,
  name: string,
  options: OrderOptions,
  platform: StudyPlatform,
): ArchiveOrder {
  const createdAt = context.now().toISOString();
  checkArchiveName(name);
  parseRule(options.select, createdAt);
  const { deleteJobs = false, deleteInputFiles = false, approve = false } = options;
  if (!deleteJobs && (deleteInputFiles || approve)) {
    const flag = approve ? '--approve' : '--delete-input-files';
    throw new UsageError('USAGE_ARGUMENTS', `${flag} has no meaning without --delete-jobs`, {
      hint: 'Add --delete-jobs, or leave it out: then nothing is deleted',
    });
  }
  const timing = checkTiming({
    cron: options.cron,
    everyMs: options.every,
    timezone: options.timezone,
    overlap: options.overlap,
    catchupMs: options.catchUp,
    jitterMs: options.jitter,
  });
  return {
    formatVersion: 1,
    name,
    createdAt,
    engineVersion: context.version,
    select: options.select,
    destination: realDestination(options.to, context.cwd),
    keepMs: options.keep,
    ...{ deleteJobs, deleteInputFiles, approve, platform, timing },
    ...(options.license === undefined ? {} : { license: options.license }),
  };
}
