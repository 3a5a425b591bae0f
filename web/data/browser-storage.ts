/**
 * All storage that Circle uses without being asked, by name, and whether signing out empties it. Entries that are not
 * `needed` are a convenience: a browser that asks for privacy gets none of them. Larger data is in `offline-db.ts`: the
 * photos of `draft`, and the feed of `keptFeed`.
 */
const stores = {
  bookmarkPrompt: {
    name: 'bookmark_prompt_dismissed',
    area: 'local',
    forgottenAtSignOut: false,
    needed: true,
  },
  installed: { name: 'circle_installed', area: 'local', forgottenAtSignOut: false, needed: false },
  // Set when a member signs out, until the server has received it.
  owedSignOut: { name: 'circle_owed_sign_out', area: 'local', forgottenAtSignOut: false, needed: true },
  persistentAuth: { name: 'circle_persistent_auth', area: 'local', forgottenAtSignOut: true, needed: false },
  theme: { name: 'circle_theme', area: 'local', forgottenAtSignOut: false, needed: true },
  textSize: { name: 'circle_text_size', area: 'local', forgottenAtSignOut: false, needed: true },
  // With which circles a member shared last.
  audience: { name: 'circle_audience', area: 'local', forgottenAtSignOut: true, needed: false },
  openCircles: { name: 'circle_open_circles', area: 'local', forgottenAtSignOut: true, needed: false },
  returnTo: { name: 'circle_return_to', area: 'session', forgottenAtSignOut: true, needed: true },
  verification: { name: 'circle_verification', area: 'session', forgottenAtSignOut: true, needed: true },
  // Until when, in epoch milliseconds, the home page leaves out what is not set up.
  setupHiddenUntil: {
    name: 'circle_setup_hidden_until',
    area: 'local',
    forgottenAtSignOut: true,
    needed: false,
  },
  // An administrator's notes on the page for the person who takes over.
  handover: { name: 'circle_handover', area: 'local', forgottenAtSignOut: true, needed: false },
  // Which of two questions of Home was answered here.
  quietCard: { name: 'circle_quiet_card', area: 'local', forgottenAtSignOut: false, needed: false },
  // Drafts of several members, each under their id; signing out removes the member's own draft.
  draft: { name: 'circle_draft', area: 'local', forgottenAtSignOut: false, needed: true },
  // How much each member has in the outbox of `offline-db.ts`. It stays there until they sign in again.
  outbox: { name: 'circle_outbox', area: 'local', forgottenAtSignOut: false, needed: true },
  // How much of the connection the outbox takes.
  pace: { name: 'circle_pace', area: 'local', forgottenAtSignOut: false, needed: true },
  commentDrafts: { name: 'circle_comment_drafts', area: 'session', forgottenAtSignOut: true, needed: true },
  // Edits that are not saved yet, kept like drafts.
  edits: { name: 'circle_edits', area: 'local', forgottenAtSignOut: false, needed: true },
  // Without this entry the feed stored in `offline-db.ts` counts as deleted.
  keptFeed: { name: 'circle_kept_feed', area: 'local', forgottenAtSignOut: true, needed: false },
  // Written by earlier versions.
  seenHere: { name: 'circle_seen_here', area: 'local', forgottenAtSignOut: true, needed: false },
  scroll: { name: 'circle_scroll', area: 'session', forgottenAtSignOut: true, needed: false },
  toast: { name: 'circle_toast', area: 'session', forgottenAtSignOut: true, needed: true },
  reloaded: { name: 'circle_reloaded', area: 'session', forgottenAtSignOut: false, needed: true },
} as const;

export type StoreName = keyof typeof stores;

const storeNames = Object.keys(stores).filter((name): name is StoreName => name in stores);

const areaOf = (store: StoreName): Storage =>
  stores[store].area === 'local' ? localStorage : sessionStorage;

// A browser may refuse storage altogether (private windows, settings). No entry is important enough to fail for.
const attempt = <T>(act: () => T, otherwise: T): T => {
  try {
    return act();
  } catch {
    return otherwise;
  }
};

export const recall = (store: StoreName): string | null =>
  attempt(() => areaOf(store).getItem(stores[store].name), null);

let onlyNeeded = false;
let isSigningOut = false;

export const keep = (store: StoreName, value: string): void => {
  if (onlyNeeded && !stores[store].needed) return;
  // The browser is about to leave this document, whose last handlers must not write again what was just deleted.
  if (isSigningOut && stores[store].forgottenAtSignOut) return;
  attempt(() => areaOf(store).setItem(stores[store].name, value), undefined);
};

export const forget = (store: StoreName): void =>
  attempt(() => areaOf(store).removeItem(stores[store].name), undefined);

/** Deletes what a signed-out browser must not store. This document stores nothing of it any more. */
export const forgetAtSignOut = (): void => {
  isSigningOut = true;
  for (const store of storeNames) {
    if (stores[store].forgottenAtSignOut) forget(store);
  }
};

/** From now on store only what Circle needs to work, and delete all other entries. */
export const keepOnlyNeeded = (): void => {
  onlyNeeded = true;
  for (const store of storeNames) {
    if (!stores[store].needed) forget(store);
  }
};
