import type { time as english } from '../../en/app/time.ts';

/** Short forms of how long ago something was. */
export const time = {
  now: 'Gerade eben',
  minutes: (count: number) => `${count} Min.`,
  hours: (count: number) => `${count} Std.`,
  at: (clock: string) => `um ${clock}`,
  on: (day: string) => `am ${day}`,
} satisfies typeof english;
