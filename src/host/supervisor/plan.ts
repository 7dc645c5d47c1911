import { z } from 'zod';
import { smallOutputWays } from '../../small-outputs.ts';

const planSchema = z.object({
  home: z.string(),
  /** A path, or `s3://BUCKET/PREFIX`. */
  storeDirectory: z.string(),
  cacheDirectory: z.string(),
  /** The folder of the compiled package, in which the programs are. */
  programFolder: z.string(),
  temporalPath: z.string().optional(),
  /** Where the worker finds whom studies tell; absent: nobody. */
  profileFile: z.string().optional(),
  /** Whether the Temporal server shows its user interface. */
  temporalUi: z.boolean(),
  /** Absent: our own local platform. */
  platform: z.object({ baseUrl: z.string(), token: z.string() }).optional(),
  /** Requests an hour that a configured platform allows, as the setting spells them; absent: the usual ones. */
  requests: z.string().optional(),
  smallOutputs: z.enum(smallOutputWays),
  poll: z.object({ minMs: z.number(), maxMs: z.number() }),
  /** The user whose rights runs of the local platform have; absent: our own. */
  runAs: z.string().optional(),
  /** Further options of the local platform. */
  platformOptions: z.array(z.string()),
});

/** What a supervisor is told by the client that starts it, over its stdin: a token is never on a command line. */
export type SupervisorPlan = Readonly<z.infer<typeof planSchema>>;

/** @throws ZodError or SyntaxError when the text is cut or no plan. */
export function parseSupervisorPlan(text: string): SupervisorPlan {
  return planSchema.parse(JSON.parse(text));
}
