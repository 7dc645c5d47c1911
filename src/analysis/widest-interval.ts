/** Half width of an interval of an index above which its digits mean little. */
export const widestInterval = 0.1;
