import type { ComponentType } from 'react';
import type * as laterPages from './later-pages.ts';
import type { Place, Who } from './resolve-route.ts';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { words } from '../words/words.ts';

/**
 * The bars around a page: `app` top and bottom, `draft` top alone (the page brings its own bottom bar), `plain` the
 * logo alone, `none` nothing.
 */
export type FrameKind = 'app' | 'draft' | 'plain' | 'none';

type Load = () => Promise<{ default: ComponentType }>;

export interface Page extends Place {
  frame: FrameKind;
  /** The document's title until the page sets a more exact one; null where the page always does. */
  title: string | null;
  Content: ReturnType<typeof lazyComponent<object>>;
  /** The splash's text during the session lookup, if the page has one. */
  waiting?: string;
}

const page = (path: string, who: Who, frame: FrameKind, title: string | null, load: Load): Page => ({
  path,
  who,
  frame,
  title,
  Content: lazyComponent(load),
});

/** Loads the list of the other pages before the page: its file names would be a fortieth of the first screen's code. */
const later =
  (name: keyof typeof laterPages): Load =>
  async () =>
    (await import('./later-pages.ts'))[name]();

const titles = words.titles;
const home = () => import('../pages/moments/home.tsx');
const publicHome = () => import('../pages/site/public-home.tsx');

/** The route map: one line and one chunk for each page. Any other URL is not found. */
export const pages: readonly Page[] = [
  page('/', 'member', 'app', titles.home, home),
  page('/home', 'member', 'app', titles.home, home),
  page('/feed', 'member', 'app', titles.priorityFeed, later('priorityFeed')),
  page('/create-post', 'member', 'draft', titles.createPost, later('createPost')),
  page('/create-album', 'member', 'draft', titles.createAlbum, later('createAlbum')),
  page('/on-its-way', 'member', 'app', titles.onItsWay, later('onItsWay')),
  page('/import', 'member', 'app', titles.import, later('importPhotos')),
  page('/camera', 'member', 'app', titles.dailyPhoto, later('camera')),
  page('/post/:id', 'member', 'app', titles.post, later('post')),
  page('/search', 'member', 'app', null, later('search')),
  page('/photos', 'member', 'app', null, later('photos')),
  page('/circles', 'member', 'app', titles.circles, later('circles')),
  page('/circle-management', 'member', 'app', titles.circle, later('circleManagement')),
  page('/notifications', 'member', 'app', titles.notifications, later('notifications')),
  page('/my-account', 'member', 'app', titles.account, later('myAccount')),
  page('/my-account/by-mail', 'member', 'app', null, later('accountByMail')),
  page('/my-account/data', 'member', 'app', null, later('accountData')),
  page('/my-account/look', 'member', 'app', null, later('accountLook')),
  page('/my-account/mails', 'member', 'app', null, later('accountMails')),
  page('/my-account/plan', 'member', 'app', null, later('accountPlan')),
  page('/my-account/privacy', 'member', 'app', null, later('accountPrivacy')),
  page('/my-account/profile', 'member', 'app', null, later('accountProfile')),
  page('/my-account/reach', 'member', 'app', null, later('accountReach')),
  page('/my-account/sign-in', 'member', 'app', null, later('accountSignIn')),
  page('/send-invitations', 'member', 'app', titles.invitations, later('sendInvitations')),
  page('/invite', 'member', 'app', titles.invitations, later('invite')),
  page('/contacts', 'member', 'app', titles.contacts, later('contacts')),
  page('/profile', 'member', 'app', titles.ownProfile, later('profile')),
  page('/profile/:usernameOrId', 'member', 'app', titles.profile, later('profile')),
  page('/all-profiles', 'member', 'app', titles.directory, later('allProfiles')),

  page('/join', 'anyone', 'plain', titles.invitation, later('join')),
  page('/join/:code', 'anyone', 'plain', titles.invitation, later('join')),
  page('/auth/confirm-email', 'anyone', 'plain', titles.confirmEmail, later('confirmEmail')),

  page('/profile', 'visitor', 'none', titles.profile, later('profileSignedOut')),
  page('/profile/:usernameOrId', 'visitor', 'none', titles.profile, later('profileSignedOut')),
  {
    ...page('/all-profiles', 'visitor', 'none', titles.directory, later('allProfilesSignedOut')),
    waiting: words.shell.checking,
  },
  page('/', 'visitor', 'none', titles.publicHome, publicHome),
  page('/landing', 'visitor', 'none', titles.publicHome, publicHome),
  page('/forgot-password', 'visitor', 'plain', titles.forgotten, later('forgotPassword')),
  page('/auth/reset-password', 'anyone', 'plain', titles.reset, later('resetPassword')),
  page('/auth/move', 'anyone', 'plain', titles.move, later('move')),
  page('/auth/not-me', 'anyone', 'plain', titles.notMe, later('notMe')),
  page('/verification', 'member', 'app', titles.verification, later('verification')),
  page('/admin/reports', 'member', 'app', titles.adminReports, later('adminReports')),
  page('/admin/verifications', 'member', 'app', titles.adminVerifications, later('adminVerifications')),
  page('/admin/members', 'member', 'app', titles.adminMembers, later('adminMembers')),
  page('/admin/audit', 'member', 'app', titles.adminAudit, later('adminAudit')),
  page('/admin/system', 'member', 'app', titles.adminSystem, later('adminSystem')),
  page('/square-subscribe', 'member', 'app', titles.subscribe, later('subscribe')),
  page('/square-subscribe', 'visitor', 'plain', titles.subscribe, later('subscribe')),
  page('/square-donate', 'member', 'app', titles.donate, later('donate')),
  page('/square-donate', 'visitor', 'plain', titles.donate, later('donate')),
  page('/auth-debug', 'member', 'app', titles.authDebug, later('authDebug')),
  page('/admin/bug-reports', 'member', 'app', titles.bugReports, later('adminBugReports')),
  page('/test-scenarios', 'member', 'app', titles.scenarios, later('testScenarios')),
  page('/test-scenarios', 'visitor', 'plain', titles.scenarios, later('testScenariosSignedOut')),
  page('/install', 'anyone', 'plain', titles.install, later('install')),
  page('/installation-guide', 'anyone', 'plain', titles.guide, later('installationGuide')),
  page('/auth', 'visitor', 'plain', null, later('auth')),
  page('/login', 'visitor', 'plain', null, later('auth')),
  page('/signin', 'visitor', 'plain', null, later('auth')),
  page('/sign-in', 'visitor', 'plain', null, later('auth')),
  page('/signup', 'visitor', 'plain', null, later('auth')),
  page('/register', 'visitor', 'plain', null, later('auth')),
];

/** Stands in the place of every member's page while the account has a question to its owner. */
export const reviewPage: Page = page('*', 'member', 'plain', titles.review, later('review'));
