import type { Lease } from './lease.ts';

/** What is left of a piece of the line. */
interface Piece {
  left: number;
  nextMs: number;
  readonly eachMs: number;
  readonly lastsMs: number;
}

/** The turns that a program has taken and not used; times by the clock that leases go by. */
export class TurnsInHand {
  #pieces: Piece[] = [];

  add({ count, firstMs, eachMs, lastsMs }: Lease): void {
    this.#pieces.push({ left: count, nextMs: firstMs, eachMs, lastsMs });
  }

  clear(): void {
    this.#pieces = [];
  }

  count(): number {
    return this.#pieces.reduce((sum, { left }) => sum + left, 0);
  }

  /** The moment of the next turn that hasn't lapsed; undefined where there is none. */
  next(nowMs: number): number | undefined {
    for (const piece of this.#pieces) dropLapsed(piece, nowMs);
    this.#pieces = this.#pieces.filter(({ left }) => left > 0);
    return this.#pieces[0]?.nextMs;
  }

  /** Uses the turn that {@link next} told. */
  take(): void {
    const [piece] = this.#pieces;
    if (piece === undefined) throw new Error('Expected a turn in hand, got none');
    piece.left -= 1;
    piece.nextMs += piece.eachMs;
  }
}

function dropLapsed(piece: Piece, nowMs: number): void {
  const lapsed = Math.ceil((nowMs - piece.lastsMs - piece.nextMs) / piece.eachMs);
  const gone = Math.min(piece.left, Math.max(0, lapsed));
  piece.left -= gone;
  piece.nextMs += gone * piece.eachMs;
}
