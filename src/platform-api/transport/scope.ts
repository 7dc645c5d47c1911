/** The platform counts calls per scope; one budget each. */
export const scopes = [
  'user',
  'job-submission',
  'jobs-usage',
  'file-access',
  'clusters-usage',
] as const;
export type Scope = (typeof scopes)[number];

/** The scope that a call counts against. @param path as sent, without the base URL's own prefix */
export function scopeOf(method: string, path: string): Scope {
  if (method === 'POST' && /^\/api\/v\d+\/jobs\/[^/]+\/submit\/?$/.test(path))
    return 'job-submission';
  if (/^\/api\/(v\d+\/)?clusters\//.test(path)) return 'clusters-usage';
  if (/^\/api\/v\d+\/files\//.test(path)) return 'file-access';
  if (/^\/api\/v2\/jobs\//.test(path)) return 'jobs-usage';
  return 'user';
}
