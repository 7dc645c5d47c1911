import { studyWorkflowId } from '../../temporal/names.ts';
import type { Engine } from './open-engine.ts';

/** Page of a study's workflow in the Temporal UI, where its address is known. */
export function uiLink(engine: Engine, studyName: string): string | undefined {
  if (engine.uiUrl === undefined) return undefined;
  const root = engine.uiUrl.replace(/\/$/u, '');
  return `${root}/namespaces/${engine.namespace}/workflows/${studyWorkflowId(studyName)}`;
}
