/** Ids that a platform gives its things: each is one part of an address, of a folder's name and of a workflow's id. */
export const platformIdForm = {
  pattern: /^(?!(?:\.{1,2}|__proto__)$)[^\s\p{C}/\\?#%]{1,200}$/u,
  words: 'an id of the platform: at most 200 characters without blanks, slashes, ?, # and %',
} as const;
