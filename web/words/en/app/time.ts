/** Short forms of how long ago something was. */
export const time = {
  now: 'Just now',
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  at: (clock: string) => `at ${clock}`,
  on: (day: string) => `on ${day}`,
};
