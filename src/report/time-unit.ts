/** A unit of time. */
export interface TimeUnit {
  readonly name: 'seconds' | 'minutes' | 'hours' | 'days';
  readonly seconds: number;
}

/** The unit in which a span is a number that people read: of two minutes seconds, of two hours minutes, of two days hours. */
export function timeUnit(spanSeconds: number): TimeUnit {
  if (spanSeconds < 120) return { name: 'seconds', seconds: 1 };
  if (spanSeconds < 7200) return { name: 'minutes', seconds: 60 };
  return spanSeconds < 172_800
    ? { name: 'hours', seconds: 3600 }
    : { name: 'days', seconds: 86_400 };
}
