/** How runs are chosen without a mouse: for the captions of figures in which a drag chooses them. */
export const byKeyboard = 'By keyboard: the filters below the heads of the table of runs.';
