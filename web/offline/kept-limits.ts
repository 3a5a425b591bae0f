/** The most that the service worker keeps of photos that its member saw, and for how many days. */
export const keptLimits = { photos: 500, megabytes: 200, days: 7 } as const;
