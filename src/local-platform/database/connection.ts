import Database from 'libsql';
import { laterColumns, schema } from './schema.ts';

/** A value that SQLite keeps. */
export type SqlValue = string | number | null;

/** One row as SQLite gives it back. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Statements that are kept prepared; searches by users make ever new ones. */
const mostStatements = 200;

const closed = "The platform's database is closed: the platform is ending";

/**
 * The platform's database: reads at once, writes in groups. All writes asked for within one turn of the loop share a commit, and
 * a write's promise resolves only when that commit is on the disk (`synchronous=FULL`).
 */
export class PlatformDatabase {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  #waiting: { readonly work: () => void; readonly settle: (error?: unknown) => void }[] = [];
  #asked = false;
  #isClosed = false;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
    this.#database.exec('PRAGMA busy_timeout=5000; PRAGMA foreign_keys=OFF;');
    this.#database.exec(schema);
    this.#addLaterColumns();
  }

  all(sql: string, ...values: readonly SqlValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  get(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    return (this.#prepare(sql).get(...values) as Row | null) ?? undefined;
  }

  /** Runs one statement inside {@link write}. Gives back the number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /**
   * Does the work within the next commit and gives back its result once that is durable. What the work reads is consistent with
   * what it writes. When it throws, only its own writes are undone. What comes after the close is refused.
   */
  write<T>(work: () => T): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error(closed));
    return new Promise<T>((resolve, reject) => {
      let result: T;
      this.#waiting.push({
        work: () => {
          result = work();
        },
        settle: (error) => {
          if (error === undefined) resolve(result);
          else reject(error instanceof Error ? error : new Error(String(error)));
        },
      });
      if (this.#asked) return;
      this.#asked = true;
      setImmediate(() => this.#commit());
    });
  }

  /** Commits what waits and closes the file; a second time changes nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#commit();
    this.#isClosed = true;
    this.#database.close();
  }

  #addLaterColumns(): void {
    for (const { table, column, type } of laterColumns) {
      const known = 'SELECT 1 FROM pragma_table_info(?) WHERE name = ?';
      if (this.get(known, table, column) !== undefined) continue;
      this.#database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    }
  }

  #commit(): void {
    this.#asked = false;
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    const outcomes: { settle: (error?: unknown) => void; error: unknown }[] = [];
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      for (const { work, settle } of group) outcomes.push({ settle, error: this.#attempt(work) });
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      for (const { settle } of group) settle(error);
      return;
    }
    for (const { settle, error } of outcomes) settle(error);
  }

  #attempt(work: () => void): unknown {
    this.#database.exec('SAVEPOINT one');
    try {
      work();
      this.#database.exec('RELEASE one');
      return undefined;
    } catch (error) {
      this.#database.exec('ROLLBACK TO one; RELEASE one');
      return error ?? new Error('A write failed without saying why');
    }
  }

  #rollBack(): void {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  /** A statement of before would still be carried out on a closed database, and asking that for its state ends the process. */
  #prepare(sql: string): Database.Statement {
    if (this.#isClosed) throw new Error(closed);
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      const [oldest] = this.#statements.keys();
      if (this.#statements.size >= mostStatements) this.#statements.delete(oldest ?? '');
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
