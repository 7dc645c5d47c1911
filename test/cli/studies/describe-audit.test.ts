import { describe, expect, it } from 'vitest';
import { AuditBook } from '../../../src/audit/audit-report.ts';
import { describeAudit } from '../../../src/cli/studies/describe-audit.ts';

/** What a person reads, line by line, and what `--quiet` prints. */
function shown(book: AuditBook, asked = true): { readonly human: string; readonly quiet: string } {
  const view = describeAudit('beam-1', book.close(true, asked));
  const lines = view.human.flatMap((block) => {
    if (block.kind === 'facts') return block.rows.map((row) => row.join(': '));
    return block.kind === 'text' ? block.lines : [];
  });
  return { human: lines.join('\n'), quiet: view.quiet ?? '' };
}

describe('what is said of an audit', () => {
  it('calls a study clean of which all was compared, and says that the contents of the platform’s copies were not read', () => {
    const book = new AuditBook();
    book.setBegunAgain(0);
    const { human, quiet } = shown(book);
    expect(human).toContain('beam-1 is clean.');
    expect(human).toContain('begun again: 0 runs were begun more than once');
    expect(human).toMatch(/its files: .* were not read \(--deep reads them\)/u);
    expect(quiet).toBe('clean');
  });

  it('doesn’t call a study clean whose jobs are gone from the platform, though it finds no fault', () => {
    const book = new AuditBook();
    book.countGone();
    const { human, quiet } = shown(book);
    expect(human).not.toContain('is clean');
    expect(human).toMatch(/No fault was found in beam-1, and it can't be called clean: 1 job is/u);
    expect(quiet).toMatch(/can't be called clean/u);
  });

  it('says where it isn’t known how often runs began, and that a platform which wasn’t asked was not', () => {
    expect(shown(new AuditBook()).human).toContain('begun again: not known: this platform keeps');
    expect(shown(new AuditBook(), false).human).not.toContain('its files');
  });
});
