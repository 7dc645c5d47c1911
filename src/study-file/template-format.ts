/** A placeholder that formats its number, such as `${E?string("0.0")}`. */
export interface TemplateFormat {
  /** Such as `beam.in:3` or `job.command`. */
  readonly where: string;
  readonly name: string;
  readonly format: string;
}
