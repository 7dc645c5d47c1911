import type { Voice } from './view.ts';

/** C1 control characters and the marks that reorder text, which JSON allows bare and terminals obey. */
const bareControls = new RegExp(
  '[\\u007f-\\u009f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]',
  'gu',
);

/** One JSON document on stdout, two blanks per level, ended by a line feed. */
export const jsonVoice: Voice = (view) => `${toJson(view.json, 2)}\n`;

/** `value` as JSON text in which no control character is bare. */
export function toJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    bareControls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
