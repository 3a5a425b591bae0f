import type { ComponentType } from 'react';
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

const titles = words.titles;
const home = () => import('../pages/moments/home.tsx');
const auth = () => import('../pages/auth/auth.tsx');
const publicHome = () => import('../pages/site/public-home.tsx');
const join = () => import('../pages/people/join.tsx');
const invite = () => import('../pages/people/invite.tsx');
const profile = () => import('../pages/people/profile.tsx');
const subscribe = () => import('../pages/account/square-subscribe.tsx');
const donate = () => import('../pages/account/square-donate.tsx');
const profileSignedOut = () => import('../pages/people/profile-signed-out.tsx');

/** The route map: one line and one chunk for each page. Any other URL is not found. */
export const pages: readonly Page[] = [
  page('/', 'member', 'app', titles.home, home),
  page('/home', 'member', 'app', titles.home, home),
  page('/feed', 'member', 'app', titles.priorityFeed, () => import('../pages/moments/priority-feed.tsx')),
  page(
    '/create-post',
    'member',
    'draft',
    titles.createPost,
    () => import('../pages/moments/create-post.tsx'),
  ),
  page('/camera', 'member', 'app', titles.dailyPhoto, () => import('../pages/moments/camera.tsx')),
  page('/post/:id', 'member', 'app', titles.post, () => import('../pages/moments/post.tsx')),
  page('/circles', 'member', 'app', titles.circles, () => import('../pages/people/circles.tsx')),
  page(
    '/circle-management',
    'member',
    'app',
    titles.circle,
    () => import('../pages/people/circle-management.tsx'),
  ),
  page(
    '/notifications',
    'member',
    'app',
    titles.notifications,
    () => import('../pages/account/notifications.tsx'),
  ),
  page('/my-account', 'member', 'app', titles.account, () => import('../pages/account/my-account.tsx')),
  page(
    '/send-invitations',
    'member',
    'app',
    titles.invitations,
    () => import('../pages/people/send-invitations.tsx'),
  ),
  page('/invite', 'member', 'app', titles.invitations, invite),
  page('/contacts', 'member', 'app', titles.contacts, () => import('../pages/people/contacts.tsx')),
  page('/profile', 'member', 'app', titles.ownProfile, profile),
  page('/profile/:usernameOrId', 'member', 'app', titles.profile, profile),
  page('/all-profiles', 'member', 'app', titles.directory, () => import('../pages/people/all-profiles.tsx')),

  page('/join', 'anyone', 'plain', titles.invitation, join),
  page('/join/:code', 'anyone', 'plain', titles.invitation, join),
  page(
    '/auth/confirm-email',
    'anyone',
    'plain',
    titles.confirmEmail,
    () => import('../pages/auth/confirm-email.tsx'),
  ),

  page('/profile', 'visitor', 'none', titles.profile, profileSignedOut),
  page('/profile/:usernameOrId', 'visitor', 'none', titles.profile, profileSignedOut),
  {
    ...page(
      '/all-profiles',
      'visitor',
      'none',
      titles.directory,
      () => import('../pages/people/all-profiles-signed-out.tsx'),
    ),
    waiting: words.frame.checking,
  },
  page('/', 'visitor', 'none', titles.publicHome, publicHome),
  page('/landing', 'visitor', 'none', titles.publicHome, publicHome),
  page(
    '/forgot-password',
    'visitor',
    'plain',
    titles.forgotten,
    () => import('../pages/auth/forgot-password.tsx'),
  ),
  page(
    '/auth/reset-password',
    'anyone',
    'plain',
    titles.reset,
    () => import('../pages/auth/reset-password.tsx'),
  ),
  page('/auth/move', 'anyone', 'plain', titles.move, () => import('../pages/auth/move.tsx')),
  page('/auth/not-me', 'anyone', 'plain', titles.notMe, () => import('../pages/auth/not-me.tsx')),
  page(
    '/verification',
    'member',
    'app',
    titles.verification,
    () => import('../pages/account/verification.tsx'),
  ),
  page('/admin/reports', 'member', 'app', titles.adminReports, () => import('../pages/admin/reports.tsx')),
  page(
    '/admin/verifications',
    'member',
    'app',
    titles.adminVerifications,
    () => import('../pages/admin/verifications.tsx'),
  ),
  page('/admin/members', 'member', 'app', titles.adminMembers, () => import('../pages/admin/members.tsx')),
  page('/admin/audit', 'member', 'app', titles.adminAudit, () => import('../pages/admin/audit.tsx')),
  page('/admin/system', 'member', 'app', titles.adminSystem, () => import('../pages/admin/system.tsx')),
  page('/square-subscribe', 'member', 'app', titles.subscribe, subscribe),
  page('/square-subscribe', 'visitor', 'plain', titles.subscribe, subscribe),
  page('/square-donate', 'member', 'app', titles.donate, donate),
  page('/square-donate', 'visitor', 'plain', titles.donate, donate),
  page('/auth-debug', 'member', 'app', titles.authDebug, () => import('../pages/auth/auth-debug.tsx')),
  page(
    '/admin/bug-reports',
    'member',
    'app',
    titles.bugReports,
    () => import('../pages/admin/bug-reports.tsx'),
  ),
  page(
    '/test-scenarios',
    'member',
    'app',
    titles.scenarios,
    () => import('../pages/site/test-scenarios.tsx'),
  ),
  page(
    '/test-scenarios',
    'visitor',
    'plain',
    titles.scenarios,
    () => import('../pages/site/test-scenarios-signed-out.tsx'),
  ),
  page('/install', 'anyone', 'plain', titles.install, () => import('../pages/site/install.tsx')),
  page(
    '/installation-guide',
    'anyone',
    'plain',
    titles.guide,
    () => import('../pages/site/installation-guide.tsx'),
  ),
  page('/auth', 'visitor', 'plain', null, auth),
  page('/login', 'visitor', 'plain', null, auth),
  page('/signin', 'visitor', 'plain', null, auth),
  page('/sign-in', 'visitor', 'plain', null, auth),
  page('/signup', 'visitor', 'plain', null, auth),
  page('/register', 'visitor', 'plain', null, auth),
];

/** Stands in the place of every member's page while the account has a question to its owner. */
export const reviewPage: Page = page(
  '*',
  'member',
  'plain',
  titles.review,
  () => import('../pages/auth/review.tsx'),
);
