/** The environment as a plain record, so that nothing here reads the process's own. */
export type Environment = Readonly<Record<string, string | undefined>>;
