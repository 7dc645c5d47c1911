/**
 * What ids, names, times and numbers of messages look like. The guards of the workflows and the schemas of the activities read the same table,
 * so that none of them takes what another one refuses. Pure.
 */

import { platformIdForm } from '../platform-id.ts';

/** A text of one form. */
export interface TextForm {
  readonly pattern: RegExp;
  /** What is expected, as the end of a sentence. */
  readonly words: string;
}

/** A number of one form; whole unless it says otherwise. */
export interface NumberForm {
  readonly least: number;
  readonly most: number;
}

/** Ids and names. Each is one part of a path and of a workflow's id: none holds a separator, a control character or only dots. */
export const textForms = {
  studyId: {
    pattern: /^[a-z0-9](?:[a-z0-9-]{0,118}[a-z0-9])?$/u,
    words: 'the id of a study: lower-case letters, digits and hyphens',
  },
  studyName: {
    pattern: /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/u,
    words: 'the name of a study: at most 60 lower-case letters, digits and hyphens',
  },
  studyWorkflowId: {
    pattern: /^study-[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/u,
    words: 'the id of a study’s workflow: study- and its name',
  },
  ticket: {
    pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u,
    words: 'the name of a ticket: a UUID',
  },
  planHash: {
    pattern: /^[A-Za-z0-9-]{1,128}$/u,
    words: 'the hash of a plan: letters, digits and hyphens',
  },
  /** A job's or a cluster's id; a platform's ids are texts, and stand in its addresses. */
  platformId: platformIdForm,
  /** The name of a dry run has more behind it. */
  archive: {
    pattern: /^[a-z0-9][a-z0-9-]{0,62}(?:\.dry-run-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)?$/u,
    words: 'the name of an archive: at most 63 lower-case letters, digits and hyphens',
  },
  schedule: {
    pattern: /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/u,
    words: 'the name of a schedule: at most 60 lower-case letters, digits and hyphens',
  },
  destinationKey: {
    pattern: /^[a-z0-9-]{1,64}$/u,
    words: 'the key of a destination: lower-case letters, digits and hyphens',
  },
  /** Of a file as the study file or a job's list names it: it is looked up there, and never taken for a place. */
  fileName: {
    pattern: /^[^\p{Cc}]{1,4096}$/u,
    words: 'the name of a file: at most 4096 characters without control characters',
  },
  /** A name that a person gave, such as that of a cluster. */
  name: {
    pattern: /^[^\p{Cc}]{1,1000}$/u,
    words: 'a name: at most 1000 characters without control characters',
  },
  /** A platform's status, as the platform gave it; empty where none was heard. */
  status: { pattern: /^[^]{0,1000}$/u, words: 'a status: at most 1000 characters' },
  /** A job's number where it is a key. */
  jobKey: { pattern: /^[1-9]\d{0,7}$/u, words: 'the number of a job' },
  /** Of an error, such as `API_CONNECTION`, or what the language calls it. */
  code: {
    pattern: /^[A-Za-z][\w.-]{0,99}$/u,
    words: 'a code: letters, digits and underscores',
  },
  /** No part of it leads upwards. */
  folder: {
    pattern: /^(?:\/|[A-Za-z]:[\\/])(?!(?:[^]*[\\/])?\.\.(?:[\\/]|$))[^\p{Cc}]{0,4096}$/u,
    words: 'an absolute folder without .. in it',
  },
  /** What a person reads; it may have several lines. */
  sentence: {
    pattern: /^[^]{0,100000}$/u,
    words: 'a text of at most 100000 characters',
  },
} as const satisfies Readonly<Record<string, TextForm>>;

/** Numbers: far above what a study or an archive can have, far below what arithmetic loses. */
export const numberForms = {
  /** Of a job, a batch, a revision: from 1. */
  ordinal: { least: 1, most: 10_000_000 },
  /** Number of a run of the study; 0 is the nominal one. */
  run: { least: 0, most: 10_000_000 },
  count: { least: 0, most: 1_000_000_000 },
  /** What a retry takes from a count is negative. */
  change: { least: -1_000_000_000, most: 1_000_000_000 },
  /** Bytes, and limits that a person set as high as they liked. */
  size: { least: 0, most: Number.MAX_SAFE_INTEGER },
  /** Milliseconds since 1970. */
  moment: { least: 0, most: 8_640_000_000_000_000 },
  /** Milliseconds, an hour at most. */
  paceMs: { least: 0, most: 3_600_000 },
  /** Milliseconds, a day at most. */
  waitMs: { least: 0, most: 86_400_000 },
} as const satisfies Readonly<Record<string, NumberForm>>;

/** Most entries of a list in a message; a message itself holds two megabytes at most. */
export const mostEntries = 200_000;

/** True for a time in ISO 8601, in UTC and with milliseconds, that there is. */
export function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

/** What {@link isTime} expects, as the end of a sentence. */
export const timeWords = 'a time such as 2026-03-29T03:00:00.000Z';

/** Type of the failure of whatever got a message that it can't have been sent by this engine; it isn't retried. */
export const badMessage = 'BAD_MESSAGE';

/** A value as a few words for an error: its kind, and the beginning of a short one. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return `the text ${JSON.stringify(value.slice(0, mostShown))}${value.length > mostShown ? ` and ${value.length - mostShown} characters more` : ''}`;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  }
}

/** Characters of a text that an error shows. */
const mostShown = 60;
