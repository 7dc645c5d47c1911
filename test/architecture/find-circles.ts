/** Circles met on a walk from every node, each written once, such as `a > b > a`. */
export function findCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (node: string): void => {
    const at = trail.indexOf(node);
    if (at >= 0) circles.push([...trail.slice(at), node].join(' > '));
    if (at >= 0 || done.has(node)) return;
    trail.push(node);
    for (const next of edges.get(node) ?? []) walk(next);
    trail.pop();
    done.add(node);
  };
  for (const node of edges.keys()) walk(node);
  return circles;
}
