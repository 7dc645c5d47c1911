import { escapeMarkdownLine as shown } from '../../src/run/escape-markdown.ts';
import type { CarriedCluster } from './carried-cluster.ts';

/** What the Temporal UI shows of a cluster, as Markdown. @param doing what it does, in a few words */
export function clusterDetails(
  name: string,
  { state, borrowers }: Pick<CarriedCluster, 'state' | 'borrowers'>,
  doing: string,
): string {
  return [
    `**Persistent cluster ${shown(name)}**: ${shown(doing)}`,
    '',
    `| platform cluster | lent to |`,
    `| --- | --- |`,
    `| ${shown('clusterId' in state ? state.clusterId : 'not created yet')} | ${shown(borrowers.join(', ') || 'nobody')} |`,
  ].join('\n');
}
