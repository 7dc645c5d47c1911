/** A smaller share of a response's variance is rounding, or moves it by less than a thousandth of its scatter: no figure shows it. */
export const leastShare = 1e-6;

/** The bound in words. */
export const leastShareWords = 'a millionth of the variance';
