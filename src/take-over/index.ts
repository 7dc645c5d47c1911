/** Which of several homes with one store's past goes on: all of them see the platform, and each that takes over leaves a mark there. Knows neither studies nor workers. */
export { findMarks, markName } from './find-marks.ts';
export { markCommand, type TakeOverMark } from './mark-of-take-over.ts';
export { describeOther, otherThatGoesOn } from './other-that-goes-on.ts';
