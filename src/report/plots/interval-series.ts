interface CoordApi {
  readonly value: (dim: number) => number;
  readonly coord: (point: readonly number[]) => readonly [number, number];
}

/** Whiskers at places of an axis, from one end of each interval to the other. @param offset across the whisker, px */
export function intervalSeries(
  intervals: readonly (readonly [number, readonly [number, number]])[],
  style: {
    readonly color: string;
    readonly isHorizontal: boolean;
    readonly offset: number;
    readonly panel?: number;
  },
): object {
  const { color, isHorizontal, offset, panel = 0 } = style;
  const turn = ([a, b]: readonly [number, number]): readonly [number, number] =>
    isHorizontal ? [b, a] : [a, b];
  return {
    type: 'custom',
    silent: true,
    z: 5,
    xAxisIndex: panel,
    yAxisIndex: panel,
    encode: isHorizontal ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
    data: intervals.map(([place, [low, high]]) => [place, low, high]),
    renderItem: (_: unknown, api: CoordApi) => {
      const place = api.value(0);
      const ends = [api.value(1), api.value(2)].map((end) => {
        const [x, y] = api.coord(turn([place, end]));
        return isHorizontal ? ([x, y + offset] as const) : ([x + offset, y] as const);
      });
      const [from = [0, 0] as const, to = [0, 0] as const] = ends;
      const cap = 4;
      const line = (x1: number, y1: number, x2: number, y2: number): object => ({
        type: 'line',
        shape: { x1, y1, x2, y2 },
        style: { stroke: color, lineWidth: 1.2 },
      });
      const capAt = ([x, y]: readonly [number, number]): object =>
        isHorizontal ? line(x, y - cap, x, y + cap) : line(x - cap, y, x + cap, y);
      return {
        type: 'group',
        children: [line(from[0], from[1], to[0], to[1]), capAt(from), capAt(to)],
      };
    },
  };
}
