/** However a study ends, nothing of it goes on costing: every ending on every ground. */
import { allRows } from '../endings/endings.ts';
import { describeEndings } from '../endings/play-ending.ts';

describeEndings(allRows);
