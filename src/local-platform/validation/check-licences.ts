import type { AnalysisEntry } from '../catalogue/catalogue-entries.ts';
import type { BodyReader } from './body-reader.ts';

/** Notes mistakes in an analysis's licence settings: only one way of licensing, and each in its shape. */
export function checkLicences(reader: BodyReader, analysis: AnalysisEntry | undefined): void {
  const seller = reader.object('onDemandLicenseSeller');
  seller?.string('code', { required: true });
  const own = reader.object('userDefinedLicenseSettings');
  const ownSets = own?.objects('featureSets') ?? [];
  // A job read and sent again carries an empty list next to its seller.
  if (seller !== undefined && ownSets.length > 0) {
    reader.fail(
      'userDefinedLicenseSettings',
      'Pass either onDemandLicenseSeller or userDefinedLicenseSettings, not both.',
    );
  }
  for (const set of ownSets) {
    set.string('name', { required: true });
    for (const feature of set.objects('features', { required: true })) {
      feature.string('name', { required: true });
      feature.integer('count', { required: true, least: 1 });
    }
  }
  if (
    reader.raw('useRescaleLicense') === true &&
    analysis !== undefined &&
    !analysis.hasRescaleLicense
  ) {
    reader.fail('useRescaleLicense', `${analysis.name} has no licence provided by the platform.`);
  }
}
