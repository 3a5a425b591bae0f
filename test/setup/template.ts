/** The database that `cluster.ts` makes for others to be copied from. */
export const template = 'circle_template';
