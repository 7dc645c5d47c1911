// The Temporal SDK's `Duration` is silently `any` where `ms` resolves without types; this brings the checking back.
declare module 'ms' {
  export type StringValue = `${number}` | `${number}${string}` | `${number} ${string}`;
  export default function ms(value: StringValue): number;
}
