/** A share in whole percent, as a reason says it. */
export function percent(share: number): string {
  return `${Math.max(0, Math.round(share * 100))} %`;
}
