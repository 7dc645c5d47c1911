/** The description of the API as one page for people: no script, nothing from outside. */
export function renderApiPage(description: Record<string, unknown>): string {
  const paths = description['paths'] as Record<string, Record<string, Operation>>;
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      renderOperation(path, method, operation),
    ),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Platform API</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top; }
code { font-size: .95em; } .method { font-weight: 600; } .field { color: #777; }
pre { white-space: pre-wrap; font-size: .85em; background: #f6f6f6; padding: .5rem; }
</style></head><body>
<h1>Platform API, served locally</h1>
<p>Every request carries <code>Authorization: Token &lt;api-token&gt;</code>. The same as an OpenAPI document:
<a href="/api/docs/openapi.json">openapi.json</a>. Rows in grey are known from the field only and are not served with <code>--document-only</code>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></body></html>
`;
}

interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
  }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: unknown }> };
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description }) => `<br><code>${name}</code> ${escapeHtml(description ?? '')}`);
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const schema =
    body === undefined
      ? ''
      : `<details><summary>Body</summary><pre>${escapeHtml(JSON.stringify(body.schema, null, 2))}</pre></details>`;
  return `<tr class="${operation.tags[0] ?? ''}"><td class="method">${method.toUpperCase()}</td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(operation.summary)}${query.join('')}${schema}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
