/** The steps of the first run are part of the System page, where they are found again. */
export const stepUrl = (step: 1 | 2 | 3): string => `/admin/system?step=${step}`;

/** The address of a page that the System page leads to. */
export const systemUrl = (show: 'mail' | 'mail-in' | 'backup' | 'handover' | 'key-sheets'): string =>
  `/admin/system?show=${show}`;
