/** Letters of the name of a column in the head of a table: no more than three lines on paper; the whole name stands on hover. */
export const mostOfHead = 44;
