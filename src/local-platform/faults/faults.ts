import { createHash } from 'node:crypto';
import type { PlatformDatabase } from '../database/connection.ts';
import { appendToLedger } from '../database/ledger.ts';
import type { FaultPlan, RequestRule, RunFault, RunRule } from './fault-plan.ts';

/** A rule with what became of it so far. A test whose rule never fired proves nothing. */
export interface FaultRecord {
  /** Place in the plan, from 1. */
  readonly rule: number;
  readonly match: unknown;
  readonly what: unknown;
  /** Requests or runs that it matched. */
  readonly seen: number;
  readonly fired: number;
}

/** Decides by the plan what goes wrong, and counts it. The counts are in the database, so a killed server continues to count. */
export class Faults {
  readonly #plan: FaultPlan | undefined;
  readonly #database: PlatformDatabase;
  readonly #now: () => number;

  constructor(plan: FaultPlan | undefined, database: PlatformDatabase, now: () => number) {
    this.#plan = plan;
    this.#database = database;
    this.#now = now;
  }

  get active(): boolean {
    return this.#plan !== undefined;
  }

  /** The first rule that fires for a request, already counted. */
  async forRequest(method: string, path: string): Promise<RequestRule | undefined> {
    if (this.#plan === undefined) return undefined;
    const matching = this.#plan.rules.flatMap((rule, index) =>
      'path' in rule.match && fitsRequest(rule as RequestRule, method, path)
        ? [{ rule: rule as RequestRule, index }]
        : [],
    );
    if (matching.length === 0) return undefined;
    return this.#database.write(() => {
      let first: RequestRule | undefined;
      for (const { rule, index } of matching) {
        if (this.#count(index, rule, first === undefined) && first === undefined) {
          first = rule;
          this.noteFiring(index + 1, `${method} ${path}`, null);
        }
      }
      return first;
    });
  }

  /** The fault planned for a run; call it inside a write, once a run. It counts as fired when the run has started. */
  forRun(
    jobName: string,
    run: number,
  ): { readonly rule: number; readonly fault: RunFault } | undefined {
    for (const [index, rule] of (this.#plan?.rules ?? []).entries()) {
      if (!('run' in rule.match)) continue;
      const { match, what } = rule as RunRule;
      if (match.run !== 'any' && match.run !== run) continue;
      if (match.job !== undefined && !jobName.includes(match.job)) continue;
      if (this.#count(index, rule, true)) return { rule: index + 1, fault: what };
    }
    return undefined;
  }

  /** Writes a firing into the ledger; call it inside a write. */
  noteFiring(rule: number, subject: string, run: number | null): void {
    const what = this.#plan?.rules[rule - 1]?.what;
    appendToLedger(this.#database, this.#now(), 'fault fired', subject, { rule, what }, run);
  }

  /** Every rule with its counts. */
  records(): readonly FaultRecord[] {
    return (this.#plan?.rules ?? []).map(({ match, what }, index) => ({
      ...{ rule: index + 1, match, what },
      seen: this.#counts(index).seen,
      fired: Number(
        this.#database.get(
          `SELECT count(*) AS n FROM ledger WHERE kind = 'fault fired' AND json_extract(detail, '$.rule') = ?`,
          index + 1,
        )?.['n'],
      ),
    }));
  }

  #count(index: number, rule: RequestRule | RunRule, mayFire: boolean): boolean {
    const { seen, planned } = this.#counts(index);
    const fires =
      mayFire && this.#isDue(index, rule, seen + 1) && planned < (rule.match.times ?? Infinity);
    this.#database.run(
      `INSERT INTO faults (rule, seen, planned) VALUES (?, 1, ?)
       ON CONFLICT (rule) DO UPDATE SET seen = seen + 1, planned = planned + excluded.planned`,
      ...[index + 1, fires ? 1 : 0],
    );
    return fires;
  }

  #counts(index: number): { readonly seen: number; readonly planned: number } {
    const row = this.#database.get('SELECT seen, planned FROM faults WHERE rule = ?', index + 1);
    return { seen: Number(row?.['seen'] ?? 0), planned: Number(row?.['planned'] ?? 0) };
  }

  #isDue(index: number, rule: RequestRule | RunRule, number: number): boolean {
    const { nth, every, probability } = rule.match;
    if (nth !== undefined && ![nth].flat().includes(number)) return false;
    if (every !== undefined && number % every !== 0) return false;
    if (probability === undefined) return true;
    const text = `${this.#plan?.seed ?? 0}/${index}/${number}`;
    const draw = createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
    return draw < probability;
  }
}

function fitsRequest({ match }: RequestRule, method: string, path: string): boolean {
  if (match.method !== undefined && match.method !== method) return false;
  const pattern = match.path.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(path);
}
