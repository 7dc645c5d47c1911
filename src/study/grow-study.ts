import type { Plan } from './plan.ts';
import type { Study } from './study.ts';

/** The study whose design has `add` more rows; its earlier runs keep their numbers and values. @param add at least 1 */
export function growStudy(study: Study, add: number): Study {
  const { design } = study;
  return { ...study, design: { ...design, extend: [...(design.extend ?? []), add] } };
}

/** Only the runs that `grown` has beyond `before`, under their numbers. Jobs and nominal run are left out: they belong to the whole. */
export function furtherRuns(grown: Plan, before: Plan): Plan {
  const skipped = before.runCount + (before.includesNominalRun ? 1 : 0);
  const rows = grown.rows - before.rows;
  return {
    runCount: grown.runCount - before.runCount,
    includesNominalRun: false,
    rows,
    cases: grown.cases,
    replicates: grown.replicates,
    columns: grown.columns,
    caseColumns: grown.caseColumns,
    jobs: [],
    notes: without(grown.notes, before.notes),
    ...(grown.origin && { origin: { ...grown.origin, from: grown.origin.from + skipped } }),
    block: (start, count) => grown.block(skipped + start, count),
  };
}

/** The notes but those that were there before, each once: two steps may have the same to say. */
function without(notes: readonly string[], before: readonly string[]): readonly string[] {
  const told = [...before];
  return notes.filter((note) => {
    const place = told.indexOf(note);
    if (place >= 0) told.splice(place, 1);
    return place < 0;
  });
}
