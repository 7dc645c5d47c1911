/** Colours of the figures. Series are told apart by the colours of Okabe and Ito, which colour-blind readers can tell apart. */
export interface PlotTheme {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly accent: string;
  /** Of what failed, or stands out as bad. */
  readonly bad: string;
  readonly faint: string;
  /** Of faint lines. */
  readonly faintOpacity: number;
  readonly series: readonly string[];
  /** From low to high. */
  readonly ramp: readonly string[];
  /** From -1 over 0 to 1. */
  readonly signed: readonly string[];
}

const light: PlotTheme = {
  text: '#1d2129',
  muted: '#5a6270',
  grid: '#e3e6ea',
  surface: '#ffffff',
  accent: '#0b63b5',
  bad: '#b8460a',
  faint: '#c3c9d1',
  faintOpacity: 0.12,
  series: ['#0b63b5', '#d55e00', '#008560', '#9c4f86', '#8a6d00', '#2f7fa8'],
  ramp: ['#2b1a4f', '#274f80', '#1f7d83', '#4ba56a', '#b3c94a', '#fbe65a'],
  signed: ['#b8460a', '#eaa77f', '#f4f4f4', '#8fbce3', '#0b63b5'],
};

const dark: PlotTheme = {
  text: '#e6e9ee',
  muted: '#a2abb8',
  grid: '#333a45',
  surface: '#191d24',
  accent: '#6cb4f5',
  bad: '#ff9a5c',
  faint: '#4b5462',
  faintOpacity: 0.12,
  series: ['#6cb4f5', '#ff9a5c', '#4fd0a5', '#e09bca', '#e0c04f', '#9fd8f0'],
  ramp: ['#46337e', '#365c8d', '#277f8e', '#4ac16d', '#a0da39', '#fde725'],
  signed: ['#ff9a5c', '#8f5a3c', '#2a303a', '#3d6f9c', '#6cb4f5'],
};

/** What is faint on a screen is nothing on paper. */
const paper: PlotTheme = { ...light, faint: '#9aa3ae', faintOpacity: 0.36 };

/** The themes by their names. */
export const plotThemes = { light, dark, paper } as const;

/** A theme that a reader may choose. */
export type ThemeName = 'light' | 'dark';
