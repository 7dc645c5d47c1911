import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ClusterRecord } from '../database/cluster-store.ts';
import type { BodyReader } from './body-reader.ts';
import { parseHardware } from './parse-hardware.ts';

/** A persistent cluster from the body of create-cluster; it may go without a name. @throws Problem 400 with every mistake under its field. */
export function parseCluster(reader: BodyReader, catalogue: Catalogue): ClusterRecord {
  const name = reader.string('name', { blank: true, longest: 255 }) ?? '';
  const hardware = parseHardware(reader.object('hardware', { required: true }), catalogue, 3);
  const installedAnalyses = reader.objects('installedAnalyses').map((installed) => {
    const analysis = installed.object('analysis', { required: true });
    const code = analysis?.string('code', { required: true }) ?? '';
    const entry = catalogue.analyses.find((a) => a.code === code);
    if (analysis !== undefined && code !== '' && entry === undefined) {
      analysis.fail('code', `Object with code=${code} does not exist.`);
    }
    const version = analysis?.string('version') ?? entry?.versions[0]?.versionCode ?? '';
    if (
      entry !== undefined &&
      !entry.versions.some((v) => v.versionCode === version || v.version === version)
    ) {
      analysis?.fail('version', `Object with versionCode=${version} does not exist.`);
    }
    return { analysis: { code, version } };
  });
  const runLowPriority = reader.boolean('runLowPriority', false);
  reader.errors.throwIfAny();
  if (hardware === undefined) throw new Error('Checked above');
  return { name, hardware, installedAnalyses, runLowPriority };
}
