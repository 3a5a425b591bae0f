/** The steps of the first run are part of the System page, where they are found again. */
export const stepUrl = (step: 1 | 2 | 3): string => `/admin/system?step=${step}`;
