/** Writes the probabilities of a variable's rows `start ..` into `target`. */
export type FillUnit = (variable: number, start: number, target: Float64Array) => void;
