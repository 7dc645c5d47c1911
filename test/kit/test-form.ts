/** True where tests of repeated kills take their long form: `npm run nightly`, or by hand `DOEFLOW_TEST_FORM=long`. */
export const longForm = process.env['DOEFLOW_TEST_FORM'] === 'long';

/** Declares tests that take long, and whose steps have shorter ones, in the long form alone. */
export function atNight(declare: () => void): void {
  if (longForm) declare();
}

/** Seed of their random moments: the same at each change; nights give others by `DOEFLOW_TEST_SEED`. */
export const momentsSeed = Number(process.env['DOEFLOW_TEST_SEED'] ?? 20261121);

/** Options of the local platforms of all stacks, to see what passes on another one: `DOEFLOW_TEST_ODD=7` lets them answer oddly. */
export const oddPlatform: readonly string[] =
  process.env['DOEFLOW_TEST_ODD'] === undefined ? [] : ['--odd', process.env['DOEFLOW_TEST_ODD']];
