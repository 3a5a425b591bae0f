import { lazyComponent } from '../hooks/lazy-component.tsx';

/** The dialog that asks before something is done, fetched when it is first asked for. */
export const Confirm = lazyComponent(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}));
