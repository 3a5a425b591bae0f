/** Creates the database that `cluster.ts` copies for each server. */
export const template = 'circle_template';
