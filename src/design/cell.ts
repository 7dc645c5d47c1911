/** A value of a variable in one run. Numbers are finite. */
export type Cell = number | string;
