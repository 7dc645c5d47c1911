/** One wrong change. */
export interface PlantedChange {
  /** What goes wrong with it. */
  readonly what: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly from: string;
  readonly to: string;
  /** The quickest tests that notice it. */
  readonly noticedBy: readonly string[];
}
