/** Everything that Circle keeps in the browser by itself, by name, and whether signing out empties it. */
const stores = {
  bookmarkPrompt: { name: 'bookmark_prompt_dismissed', area: 'local', forgottenAtSignOut: false },
  installed: { name: 'circle_installed', area: 'local', forgottenAtSignOut: false },
  persistentAuth: { name: 'circle_persistent_auth', area: 'local', forgottenAtSignOut: true },
  theme: { name: 'circle_theme', area: 'local', forgottenAtSignOut: false },
  openCircles: { name: 'circle_open_circles', area: 'local', forgottenAtSignOut: true },
  returnTo: { name: 'circle_return_to', area: 'session', forgottenAtSignOut: true },
  verification: { name: 'circle_verification', area: 'session', forgottenAtSignOut: true },
  draft: { name: 'circle_draft', area: 'session', forgottenAtSignOut: true },
  scroll: { name: 'circle_scroll', area: 'session', forgottenAtSignOut: true },
  reloaded: { name: 'circle_reloaded', area: 'session', forgottenAtSignOut: false },
} as const;

export type StoreName = keyof typeof stores;

const storeNames = Object.keys(stores).filter((name): name is StoreName => name in stores);

const areaOf = (store: StoreName): Storage =>
  stores[store].area === 'local' ? localStorage : sessionStorage;

// A browser may refuse storage altogether (private windows, settings). Nothing kept here is worth failing for.
const attempt = <T>(act: () => T, otherwise: T): T => {
  try {
    return act();
  } catch {
    return otherwise;
  }
};

export const recall = (store: StoreName): string | null =>
  attempt(() => areaOf(store).getItem(stores[store].name), null);

export const keep = (store: StoreName, value: string): void =>
  attempt(() => areaOf(store).setItem(stores[store].name, value), undefined);

export const forget = (store: StoreName): void =>
  attempt(() => areaOf(store).removeItem(stores[store].name), undefined);

/** What a signed-out browser must not keep. */
export const emptyStores = (): void => {
  for (const store of storeNames) {
    if (stores[store].forgottenAtSignOut) forget(store);
  }
};
