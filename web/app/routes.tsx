import type { ComponentType } from 'react';
import type * as laterPages from './later-pages.ts';
import type { Place, Who } from './resolve-route.ts';
import { lazyComponent } from '../ui/hooks/lazy-component.tsx';
import { type Words, words } from '../words/words.ts';

/**
 * The bars around a page: `app` top and bottom, `draft` top alone (the page brings its own bottom bar), `plain` the
 * logo alone, `none` nothing.
 */
export type FrameKind = 'app' | 'draft' | 'plain' | 'none';

type Load = () => Promise<{ default: ComponentType }>;

export type TitleName = keyof Words['pageTitles'];

export interface Page extends Place {
  frame: FrameKind;
  /** The name of the document's title until the page sets a more exact one; null where the page always does. */
  title: TitleName | null;
  Content: ReturnType<typeof lazyComponent<object>>;
  /** The splash's text during the session lookup, if the page has one. */
  waiting?: string;
}

const page = (path: string, who: Who, frame: FrameKind, title: TitleName | null, load: Load): Page => ({
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

const home = () => import('../pages/moments/home.tsx');
const publicHome = () => import('../pages/site/public-home.tsx');

/** The route map: one line and one chunk for each page. Any other URL is not found. */
export const pages: readonly Page[] = [
  page('/', 'member', 'app', null, home),
  page('/home', 'member', 'app', null, home),
  page('/feed', 'member', 'app', 'priorityFeed', later('priorityFeed')),
  page('/create-post', 'member', 'draft', 'createPost', later('createPost')),
  page('/create-album', 'member', 'draft', 'createAlbum', later('createAlbum')),
  page('/on-its-way', 'member', 'app', 'onItsWay', later('onItsWay')),
  page('/import', 'member', 'app', 'import', later('importPhotos')),
  page('/camera', 'member', 'app', 'dailyPhoto', later('camera')),
  page('/post/:id', 'member', 'app', 'post', later('post')),
  page('/search', 'member', 'app', null, later('search')),
  page('/photos', 'member', 'app', null, later('photos')),
  page('/circles', 'member', 'app', 'circles', later('circles')),
  page('/circle-management', 'member', 'app', 'circle', later('circleManagement')),
  page('/notifications', 'member', 'app', 'notifications', later('notifications')),
  page('/my-account', 'member', 'app', null, later('myAccount')),
  page('/my-account/by-mail', 'member', 'app', null, later('accountByMail')),
  page('/my-account/data', 'member', 'app', null, later('accountData')),
  page('/my-account/look', 'member', 'app', null, later('accountLook')),
  page('/my-account/mails', 'member', 'app', null, later('accountMails')),
  page('/my-account/plan', 'member', 'app', null, later('accountPlan')),
  page('/my-account/privacy', 'member', 'app', null, later('accountPrivacy')),
  page('/my-account/profile', 'member', 'app', null, later('accountProfile')),
  page('/my-account/reach', 'member', 'app', null, later('accountReach')),
  page('/my-account/sign-in', 'member', 'app', null, later('accountSignIn')),
  page('/send-invitations', 'member', 'app', 'invitations', later('sendInvitations')),
  page('/invite', 'member', 'app', 'invitations', later('invite')),
  page('/contacts', 'member', 'app', 'contacts', later('contacts')),
  page('/profile', 'member', 'app', 'ownProfile', later('profile')),
  page('/profile/:usernameOrId', 'member', 'app', 'profile', later('profile')),
  page('/all-profiles', 'member', 'app', 'directory', later('allProfiles')),

  page('/join', 'anyone', 'plain', 'invitation', later('join')),
  page('/join/:code', 'anyone', 'plain', 'invitation', later('join')),
  page('/auth/confirm-email', 'anyone', 'plain', 'confirmEmail', later('confirmEmail')),

  page('/profile', 'visitor', 'none', 'profile', later('profileSignedOut')),
  page('/profile/:usernameOrId', 'visitor', 'none', 'profile', later('profileSignedOut')),
  {
    ...page('/all-profiles', 'visitor', 'none', 'directory', later('allProfilesSignedOut')),
    waiting: words.shell.checking,
  },
  page('/', 'visitor', 'none', 'publicHome', publicHome),
  page('/landing', 'visitor', 'none', 'publicHome', publicHome),
  page('/forgot-password', 'visitor', 'plain', 'forgotten', later('forgotPassword')),
  page('/auth/reset-password', 'anyone', 'plain', 'reset', later('resetPassword')),
  page('/auth/move', 'anyone', 'plain', 'move', later('move')),
  page('/auth/not-me', 'anyone', 'plain', 'notMe', later('notMe')),
  page('/verification', 'member', 'app', 'verification', later('verification')),
  page('/admin/reports', 'member', 'app', 'adminReports', later('adminReports')),
  page('/admin/verifications', 'member', 'app', 'adminVerifications', later('adminVerifications')),
  page('/admin/members', 'member', 'app', 'adminMembers', later('adminMembers')),
  page('/admin/audit', 'member', 'app', 'adminAudit', later('adminAudit')),
  page('/admin/system', 'member', 'app', 'adminSystem', later('adminSystem')),
  page('/square-subscribe', 'member', 'app', 'subscribe', later('subscribe')),
  page('/square-subscribe', 'visitor', 'plain', 'subscribe', later('subscribe')),
  page('/square-donate', 'member', 'app', 'donate', later('donate')),
  page('/square-donate', 'visitor', 'plain', 'donate', later('donate')),
  page('/auth-debug', 'member', 'app', 'authDebug', later('authDebug')),
  page('/admin/bug-reports', 'member', 'app', 'bugReports', later('adminBugReports')),
  page('/test-scenarios', 'member', 'app', 'scenarios', later('testScenarios')),
  page('/test-scenarios', 'visitor', 'plain', 'scenarios', later('testScenariosSignedOut')),
  page('/install', 'anyone', 'plain', 'install', later('install')),
  page('/installation-guide', 'anyone', 'plain', 'guide', later('installationGuide')),
  page('/auth', 'visitor', 'plain', null, later('auth')),
  page('/login', 'visitor', 'plain', null, later('auth')),
  page('/signin', 'visitor', 'plain', null, later('auth')),
  page('/sign-in', 'visitor', 'plain', null, later('auth')),
  page('/signup', 'visitor', 'plain', null, later('auth')),
  page('/register', 'visitor', 'plain', null, later('auth')),
];

/** Stands in the place of every member's page while the account has a question to its owner. */
export const reviewPage: Page = page('*', 'member', 'plain', 'review', later('review'));

/** Stands in the place of every member's page while the server does not answer who is signed in. */
export const unreachedPage: Page = page('*', 'member', 'plain', null, later('unreached'));
