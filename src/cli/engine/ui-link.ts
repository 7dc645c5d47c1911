import { studyWorkflowId } from '../../temporal/names.ts';
import type { Engine } from './open-engine.ts';

/** Page of a study's workflow in the Temporal UI, where its address is known. */
export function uiLink(engine: Engine, studyName: string): string | undefined {
  if (engine.uiUrl === undefined) return undefined;
  return `${root(engine.uiUrl)}/namespaces/${engine.namespace}/workflows/${studyWorkflowId(studyName)}`;
}

/** Its list of all studies. @param uiUrl of the parts that we start ourselves: another Temporal UI has no such page */
export function studiesLink(uiUrl: string): string {
  return `${root(uiUrl)}/studies`;
}

function root(uiUrl: string): string {
  return uiUrl.replace(/\/$/u, '');
}
