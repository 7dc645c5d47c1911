/** The two platforms that the engine must be at home on: [in words, setting of DOEFLOW_LOCAL_DOCUMENT_ONLY]. */
export const platformModes = [
  ['with all that is served', '0'],
  ['with nothing beyond the document', '1'],
] as const;
