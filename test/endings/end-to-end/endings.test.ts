/** However a study ends, nothing of it goes on costing; a choice of the table whose whole is played at night. */
import { chosenRows } from '../endings.ts';
import { describeEndings } from '../play-ending.ts';

describeEndings(chosenRows);
