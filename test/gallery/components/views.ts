/** The views of the page of components, by its `?show=`. Overlays and components that fill a page have their own. */
export const views = [
  'buttons',
  'fields',
  'choices',
  'messages',
  'people',
  'cards',
  'menu',
  'menu-of-one-choice',
  'popover',
  'dialog',
  'form-dialog',
  'form-dialog-busy',
  'confirm',
  'toast',
  'toast-with-action',
  'toast-of-failure',
  'offline',
  'splash',
  'denied',
  'link-done',
  'link-invalid',
  'rail-page',
  'split-page',
] as const;

export type View = (typeof views)[number];

export const isView = (name: string): name is View => views.some((view) => view === name);
