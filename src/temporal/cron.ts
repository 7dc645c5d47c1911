/** Cron expressions of five fields, checked before a schedule is made of them. */
import { UsageError } from '../errors.ts';

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly words?: readonly string[];
}

/** What a cron expression chooses. */
interface CronFields {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** In a leap year: a schedule for 29 February comes every four years. */
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const fields: readonly Field[] = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day of the month', from: 1, to: 31 },
  { name: 'month', from: 1, to: 12, words: ['', ...months] },
  { name: 'day of the week', from: 0, to: 7, words: weekdays },
];

/**
 * Checks a cron expression: minute, hour, day of the month, month, day of the week. Where both kinds of day are given, both must hold.
 * @throws UsageError USAGE_SCHEDULE with the field at fault
 */
export function checkCron(cron: string): void {
  const { days, months: chosen } = readCron(cron);
  if (![...chosen].some((month) => Math.min(...days) <= (daysOfMonth[month - 1] ?? 0))) {
    throw wrong(`The cron expression "${cron}" never comes: no such day is in these months`);
  }
}

/** Values of each field; Sunday is 0. @throws UsageError USAGE_SCHEDULE with the field at fault */
export function readCron(cron: string): CronFields {
  const texts = cron.trim().split(/\s+/u);
  if (texts.length !== fields.length) {
    throw wrong(
      `The cron expression "${cron}" has ${texts.length === 1 ? 'one field' : `${texts.length} fields`}, but must have five: minute, hour, day of the month, month, day of the week`,
    );
  }
  const sets = fields.map((field, index) => readField(cron, field, texts[index] ?? ''));
  const [minutes = [], hours = [], days = [], chosen = [], ofWeek = []] = sets;
  return {
    ...{ minutes: new Set(minutes), hours: new Set(hours), days: new Set(days) },
    ...{ months: new Set(chosen), weekdays: new Set(ofWeek.map((day) => day % 7)) },
  };
}

/** All values of a field. */
function readField(cron: string, field: Field, text: string): readonly number[] {
  return text.split(',').flatMap((part) => {
    const [range = '', step, more] = part.split('/');
    const by = step === undefined ? 1 : Number(step);
    if (more !== undefined || !/^[1-9][0-9]*$/u.test(step ?? '1'))
      throw badField(cron, field, part);
    const [first, last] = readRange(cron, field, range, step !== undefined);
    return Array.from(
      { length: Math.floor((last - first) / by) + 1 },
      (_, index) => first + index * by,
    );
  });
}

function readRange(
  cron: string,
  field: Field,
  range: string,
  hasStep: boolean,
): readonly [number, number] {
  if (range === '*') return [field.from, field.to];
  const [from = '', to, more] = range.split('-');
  const first = readValue(field, from);
  const last = to === undefined ? (hasStep ? field.to : first) : readValue(field, to);
  const isRange = first !== undefined && last !== undefined && first <= last;
  if (more !== undefined || !isRange) throw badField(cron, field, range);
  return [first, last];
}

function readValue({ from, to, words }: Field, text: string): number | undefined {
  const word = words?.indexOf(text.toLowerCase()) ?? -1;
  if (text !== '' && word >= 0) return word;
  if (!/^[0-9]{1,2}$/u.test(text)) return undefined;
  const value = Number(text);
  return value >= from && value <= to ? value : undefined;
}

function badField(cron: string, { name, from, to }: Field, text: string): UsageError {
  return wrong(
    `The cron expression "${cron}" has "${text}" as ${name}, but must have ${from} to ${to}, *, a range such as ${from}-${to}, or steps such as */2`,
  );
}

function wrong(message: string): UsageError {
  return new UsageError('USAGE_SCHEDULE', message, {
    hint: 'For 3 o’clock each night: --cron "0 3 * * *"; each Monday at 6:30: --cron "30 6 * * 1"',
  });
}
