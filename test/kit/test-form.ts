/** True where tests of repeated kills take their long form: `npm run nightly`, or by hand `DOEFLOW_TEST_FORM=long`. */
export const longForm = process.env['DOEFLOW_TEST_FORM'] === 'long';

/** Seed of their random moments: the same at each change; nights give others by `DOEFLOW_TEST_SEED`. */
export const momentsSeed = Number(process.env['DOEFLOW_TEST_SEED'] ?? 20261121);
