/** Files of a BagIt 1.0 bag beside its payload. */
import type { PassOfArchive } from './destination-layout.ts';

const sha256 = 'manifest-sha256.txt';
const md5 = 'manifest-md5.txt';
const info = 'bag-info.txt';
const declaration = 'bagit.txt';

/** The payload is all below this. */
export const payloadPrefix = 'data/';

/** Their names. */
export const bagFiles = {
  declaration,
  info,
  sha256,
  md5,
  /** Written last: a bag that has it is whole. */
  tagManifest: 'tagmanifest-sha256.txt',
  /** All that the tag manifest names. */
  tagged: [info, declaration, md5, sha256],
} as const;

/** Text of bagit.txt. */
export const declarationText = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

/** Bytes and number of the payload's files, as bags say it. */
export function payloadOxum(payload: { readonly files: number; readonly bytes: number }): string {
  return `${payload.bytes}.${payload.files}`;
}

/** Whose bag it is, in bag-info.txt. */
export const bagOwner = {
  /** The id of the job. */
  job: 'External-Identifier',
  /** The pass that wrote it. */
  pass: 'Internal-Sender-Identifier',
} as const;

/** The pass as {@link bagOwner} has it. @param passTime ISO 8601, UTC */
export function formatPass({ archive, passTime }: PassOfArchive): string {
  return `doeflow archive ${archive}, pass ${passTime}`;
}

/** The pass that {@link formatPass} wrote; undefined where it says none. */
export function parsePass(text: string): PassOfArchive | undefined {
  const [, archive, passTime] = /^doeflow archive (.+), pass (\S+)$/u.exec(text) ?? [];
  return archive === undefined || passTime === undefined ? undefined : { archive, passTime };
}

/** A field of bag-info.txt; undefined where it isn't there. */
export function bagInfoField(info: string, label: string): string | undefined {
  const line = info.split('\n').find((one) => one.startsWith(`${label}: `));
  return line?.slice(label.length + 2);
}

/** Text of bag-info.txt: a line for each field, in the order given. */
export function formatBagInfo(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([label, value]) => `${label}: ${value.replace(/\s+/gu, ' ').trim()}\n`)
    .join('');
}
