/** Where a study's values stand in shell text: its commands, and its environment variables. Knows texts and names only. */
export {
  readCommand,
  shellVariable,
  variablesSet,
  type Command,
  type CommandFault,
  type CommandValue,
} from './command.ts';
export {
  commandsWithoutComments,
  commandsWithoutDocuments,
  fileWithoutComments,
} from './without-comments.ts';
export type { ExecutedValue } from './executed-values.ts';
export type { ForeignName } from './foreign-names.ts';
export { inputsTemplateOfStudy } from './inputs-template-of-study.ts';
export { readSetting } from './setting.ts';
export {
  formattedVariable,
  namesOfValues,
  readJobValues,
  valuesIn,
  type JobValues,
} from './values-of-study.ts';
export { unseenFailures, type UnseenFailure } from './unseen-failures.ts';
