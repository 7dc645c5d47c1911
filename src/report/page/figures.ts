import type { ECharts } from 'echarts/core';
import { drawPlot } from '../plots/index.ts';
import { plotThemes, type ThemeName } from '../plots/theme.ts';
import type { PageData } from '../page-data.ts';
import { countOf } from '../figure-block.ts';
import type { ChosenRuns } from './chosen-runs.ts';
import { element } from './element.ts';
import { keepMarks } from './kept-marks.ts';
import { paperWidth } from './paper-tables.ts';
import { createChart } from './plot-library.ts';
import { tintStretches } from './tint-stretches.ts';

/** Draws again with the theme that holds now. */
export interface Figures {
  redraw(theme: ThemeName): void;
}

interface Drawn {
  readonly figure: PageData['figures'][number];
  readonly place: HTMLElement;
  chart?: ECharts;
  width: number;
}

/** All figures, each drawn when it comes near the screen; those of runs follow what is chosen, and choose. */
export function showFigures(data: PageData, chosen: ChosenRuns, first: ThemeName): Figures {
  let theme: keyof typeof plotThemes = first;
  const all = data.figures.flatMap((figure): Drawn[] => {
    const place = document.querySelector<HTMLElement>(`[data-figure="${figure.id}"]`);
    return place === null ? [] : [{ figure, place, width: 0 }];
  });
  const byPlace = new Map<Element, Drawn>(all.map((one) => [one.place, one]));

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const one = byPlace.get(target);
        if (isIntersecting && one !== undefined && one.chart === undefined) draw(one);
      }
    },
    { rootMargin: '600px' },
  );
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const one = byPlace.get(target);
      if (one?.chart !== undefined && Math.abs(one.place.clientWidth - one.width) > 1) draw(one);
    }
  });
  for (const one of all) {
    const { place, figure } = one;
    place.style.height = `${drawPlot(figure.plot, context(one)).height}px`;
    near.observe(place);
    resized.observe(place);
  }
  chosen.listen((source) => {
    for (const one of all) {
      // Axes show by themselves which lines a stretch on them lets pass; panels show only their own box.
      const isOwn = source === one.figure.id && one.figure.plot.kind === 'parallel';
      if (one.chart !== undefined && !isOwn && showsRuns(one)) draw(one, source === '');
    }
  });
  window.addEventListener('beforeprint', () => {
    theme = 'paper';
    for (const one of all) {
      one.place.style.width = `${paperWidth}px`;
      if (showsRuns(one)) tellChoice(one);
      draw(one);
    }
  });
  return {
    redraw(now) {
      theme = now;
      for (const { place } of all) place.style.width = '';
      for (const one of all) if (one.chart !== undefined) draw(one);
    },
  };

  /** On paper no bar above says what is chosen. */
  function tellChoice({ place }: Drawn): void {
    const words = chosen.words();
    const before = place.parentElement?.querySelector('.choice');
    const note = before ?? element('p', { class: 'choice paper' });
    note.textContent =
      words === undefined
        ? ''
        : `In colour are the ${countOf(chosen.chosen()?.size ?? 0, 'run')} chosen by ${words}; all others are grey.`;
    if (before === null) place.before(note);
  }

  function context({ place, figure }: Drawn) {
    return {
      theme: plotThemes[theme],
      runs: data.runs,
      chosen: chosen.chosen(figure.plot.kind === 'parallel' ? figure.id : undefined),
      width: place.clientWidth,
    };
  }

  /** @param anew what was marked in it is let go */
  function draw(one: Drawn, anew = false): void {
    const { figure, place } = one;
    const isNew = one.chart === undefined;
    const chart = (one.chart ??= createChart(place));
    const drawing = drawPlot(figure.plot, context(one));
    const isOtherWidth = place.clientWidth !== one.width;
    one.width = place.clientWidth;
    place.style.height = `${drawing.height}px`;
    chart.resize();
    // Merged, turned names and rows of a legend of another width would stay; unmerged, a box that is being drawn would end.
    const isMerged = choosesRuns(one) && !isNew && !anew && !isOtherWidth;
    const markAgain = isNew || anew || isMerged ? undefined : keepMarks(chart);
    chart.setOption(drawing.option, { notMerge: !isMerged });
    markAgain?.();
    if (!choosesRuns(one)) return;
    if (isNew) listen(one, chart);
    if (figure.plot.kind === 'parallel') tintStretches(chart, plotThemes[theme].accent);
    if (figure.plot.kind === 'scatters') {
      chart.dispatchAction({
        type: 'takeGlobalCursor',
        key: 'brush',
        brushOption: { brushType: 'rect', brushMode: 'single' },
      });
    }
  }

  function listen({ figure }: Drawn, chart: ECharts): void {
    if (figure.plot.kind === 'parallel') {
      chart.on('axisareaselected', () => {
        chosen.choose(figure.id, placesOfAxes(chart, data), `stretches in “${figure.title}”`);
      });
      chart.on('rendered', () => tintStretches(chart, plotThemes[theme].accent));
      return;
    }
    chart.on('brushSelected', (event) => {
      chosen.choose(figure.id, placesOfBrush(event, chart), `a box in “${figure.title}”`);
    });
  }
}

/** Whether it takes a box or a stretch. */
function choosesRuns({ figure: { plot } }: Drawn): boolean {
  return plot.kind === 'scatters' || plot.kind === 'parallel';
}

/** Whether each mark in it is of a run, so that it shows which are chosen. */
function showsRuns(one: Drawn): boolean {
  const { plot } = one.figure;
  if (plot.kind === 'points') return plot.points.some(({ run }) => run !== undefined);
  return choosesRuns(one) || plot.kind === 'timeline';
}

interface SeriesModel {
  getRawIndicesByActiveState(state: string): readonly number[];
}

interface WithModel {
  getModel(): { getSeriesByIndex(index: number): SeriesModel };
}

/** Runs within all stretches that are marked on the axes; undefined without any. */
function placesOfAxes(chart: ECharts, data: PageData): ReadonlySet<number> | undefined {
  const option = chart.getOption() as {
    readonly series: readonly { readonly data: readonly { readonly name: string }[] }[];
  };
  const series = (chart as unknown as WithModel).getModel().getSeriesByIndex(0);
  const active = series.getRawIndicesByActiveState('active');
  const lines = option.series[0]?.data ?? [];
  if (active.length === 0 && series.getRawIndicesByActiveState('inactive').length === 0) {
    return undefined;
  }
  return new Set(
    active.map((index) => Number(lines[index]?.name)).filter((at) => at in data.runs.runs),
  );
}

interface BrushEvent {
  readonly batch?: readonly {
    readonly areas: readonly unknown[];
    readonly selected: readonly {
      readonly seriesIndex: number;
      readonly dataIndex: readonly number[];
    }[];
  }[];
}

/** Runs in the box of a panel; undefined without a box. */
function placesOfBrush(event: unknown, chart: ECharts): ReadonlySet<number> | undefined {
  const [batch] = (event as BrushEvent).batch ?? [];
  if (batch === undefined || batch.areas.length === 0) return undefined;
  const { series } = chart.getOption() as {
    readonly series: readonly {
      readonly data: readonly (readonly [unknown, unknown, number])[];
    }[];
  };
  return new Set(
    batch.selected.flatMap(({ seriesIndex, dataIndex }) =>
      dataIndex.flatMap((index) => series[seriesIndex]?.data[index]?.[2] ?? []),
    ),
  );
}
