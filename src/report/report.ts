/** A report as plain data: sections of blocks. What is drawn in the page and what is drawn as SVG come from the same figures. */

export type ReportCell = number | string | null;

/** A column of the page's runs. */
export interface PageColumn {
  readonly name: string;
  /** Name or label, and the unit: what stands on an axis. */
  readonly title: string;
  readonly role: 'input' | 'case' | 'output' | 'constraint' | 'objective';
  readonly isNumeric: boolean;
  /** Whether 1 and 0 are true and false: of constraints, and of outputs that are truth values. */
  readonly isTruth?: true;
  readonly values: readonly ReportCell[];
}

/** The runs that the page shows: all, or a stated sample. */
export interface PageRuns {
  readonly total: number;
  /** What a sample holds whatever chance says, in words; absent where all runs are here. */
  readonly kept?: readonly string[];
  readonly runs: readonly number[];
  readonly states: readonly string[];
  readonly reasons: readonly (string | null)[];
  /** The platform's id of the job of each run's latest attempt; absent where none is known. */
  readonly jobs?: readonly (string | null)[];
  /** The platform's page of a job without the job's id behind it, an http address; absent where there is none. */
  readonly jobPages?: string;
  readonly columns: readonly PageColumn[];
}

/** Runs that a scatter plot tells apart, each kind with its name in the legend. */
export interface MarkedRuns {
  readonly name: string;
  readonly runs: readonly number[];
  /** What all others are. */
  readonly others: string;
  /** Runs that are drawn open, as they don't compete. */
  readonly open?: { readonly name: string; readonly runs: readonly number[] };
}

/** Small scatter plots of columns against each other. */
export interface ScatterPlot {
  readonly kind: 'scatters';
  readonly across: number;
  readonly panels: readonly { readonly x: string; readonly y: string; readonly note?: string }[];
  /** Runs to stand out, and what they are. */
  readonly marked?: MarkedRuns;
}

/** A line a run over axes of all columns. */
export interface ParallelPlot {
  readonly kind: 'parallel';
  readonly columns: readonly string[];
  /** The column that gives the lines their colours; absent: all have one. */
  readonly colour?: string;
}

/** Cells of colour. */
export interface HeatmapPlot {
  readonly kind: 'heatmap';
  readonly xs: readonly string[];
  readonly ys: readonly string[];
  readonly xName: string;
  readonly yName: string;
  readonly valueName: string;
  /** Place in xs, place in ys, value. */
  readonly cells: readonly (readonly [number, number, number])[];
  readonly low: number;
  readonly high: number;
  /** Whether colours part at the middle, and each cell shows its number. */
  readonly isSigned: boolean;
}

/** Horizontal bars, perhaps with intervals and lines across all of them. */
export interface BarPlot {
  readonly kind: 'bars';
  readonly categories: readonly string[];
  readonly valueName: string;
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
    readonly intervals?: readonly (readonly [number, number] | null)[];
  }[];
  readonly lines?: readonly { readonly name: string; readonly value: number }[];
}

/** Small plots of lines. */
export interface LinePlot {
  readonly kind: 'lines';
  readonly across: number;
  readonly isStepped?: boolean;
  readonly isLogX?: boolean;
  readonly panels: readonly {
    readonly title: string;
    readonly xName: string;
    readonly yName: string;
    /** Names of the places on x; absent for numbers. */
    readonly categories?: readonly string[];
    readonly series: readonly {
      readonly name: string;
      readonly points: readonly (readonly [number, number])[];
      /** An interval for each point. */
      readonly intervals?: readonly (readonly [number, number] | null)[];
    }[];
  }[];
}

/** Points with names. */
export interface PointPlot {
  readonly kind: 'points';
  readonly xName: string;
  readonly yName: string;
  /** Whether equal x and y are a line. */
  readonly hasDiagonal?: boolean;
  /** Straight lines between two places. */
  readonly lines?: readonly {
    readonly name: string;
    readonly from: readonly [number, number];
    readonly to: readonly [number, number];
  }[];
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly label: string;
    /** Its name stands on hover only, though others' stand beside them. */
    readonly isUnnamed?: true;
    /** The run that it is of; absent for one of no single run. */
    readonly run?: number;
  }[];
  /** Whether names stand beside the points. */
  readonly isLabelled: boolean;
}

/** When each attempt ran. */
export interface TimelinePlot {
  readonly kind: 'timeline';
  readonly lanes: readonly string[];
  readonly bars: readonly {
    readonly run: number;
    readonly lane: number;
    readonly fromMinutes: number;
    readonly toMinutes: number;
    readonly isDone: boolean;
    readonly label: string;
  }[];
}

export type Plot =
  ScatterPlot | ParallelPlot | HeatmapPlot | BarPlot | LinePlot | PointPlot | TimelinePlot;

/** Numbers of a figure, or facts. */
export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReportCell[])[];
  /** Significant digits that its numbers are shown with at most, whole ones apart; on hover they have all. */
  readonly mostDigits?: number;
  /** Each row is a run: on the screen it has one line, with the whole text of a cell on hover. */
  readonly isOfRuns?: true;
}

/** How far the numbers of a figure can be trusted, as the summary says of its estimators. */
export interface FigureTrust {
  readonly estimator: string;
  readonly response: string;
  readonly case?: number;
  /** The case with its values, such as `case 2: load = high`. */
  readonly caseName?: string;
  readonly trust: 'good' | 'limited' | 'none';
  /** Why not `good`, in sentences. */
  readonly reasons: readonly string[];
}

export interface Figure {
  /** Unique within the report; file name of the figure. */
  readonly id: string;
  readonly title: string;
  /** What it shows and how to read it, in words. */
  readonly caption: string;
  /** What a reader on a screen can do with it, in words: nobody can on paper or in a file. */
  readonly onScreen?: string;
  readonly plot: Plot;
  readonly trust: readonly FigureTrust[];
  /** Absent where the numbers are the runs themselves. */
  readonly numbers?: ReportTable;
}

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  /** Why something isn't shown. */
  | { readonly kind: 'absent'; readonly text: string }
  | { readonly kind: 'warnings'; readonly title: string; readonly texts: readonly string[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'table'; readonly title: string; readonly table: ReportTable }
  | {
      readonly kind: 'source';
      readonly title: string;
      readonly text: string;
      readonly isFolded?: true;
    }
  | { readonly kind: 'runs' }
  | { readonly kind: 'figure'; readonly figure: Figure };

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Further words beside it. */
  readonly note?: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Report {
  readonly title: string;
  readonly subtitle: string;
  readonly state: string;
  readonly sections: readonly Section[];
  readonly runs: PageRuns;
}

/** All figures of the report, in their order. */
export function figuresOf({ sections }: Pick<Report, 'sections'>): readonly Figure[] {
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'figure' ? [block.figure] : [])),
  );
}
