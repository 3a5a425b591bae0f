/** The language of numbers, dates and plurals, as Intl names it. */
export const locale = 'de-DE';
export const product = 'Circle';

// German: du, in the voice of the English sentences; circles are Kreise, moments (and posts) Momente.
export { account } from './de/account.ts';
export { audit } from './de/audit.ts';
export { auth } from './de/auth.ts';
export { blocking } from './de/blocking.ts';
export { bugReports } from './de/bug-reports.ts';
export { circles } from './de/circles.ts';
export { comments } from './de/comments.ts';
export { compose } from './de/compose.ts';
export { contacts } from './de/contacts.ts';
export { dailyPhoto } from './de/daily-photo.ts';
export { denied } from './de/denied.ts';
export { describe } from './de/describe.ts';
export { directory } from './de/directory.ts';
export { frame, session, startUp, titles, trouble } from './de/frame.ts';
export { guide, install } from './de/install.ts';
export { invitations } from './de/invitations.ts';
export { likes } from './de/likes.ts';
export { members } from './de/members.ts';
export { moderation } from './de/moderation.ts';
export { notFound } from './de/not-found.ts';
export { notifications } from './de/notifications.ts';
export { page } from './de/page.ts';
export { payments } from './de/payments.ts';
export { postPages } from './de/post-pages.ts';
export { posts } from './de/posts.ts';
export { profile } from './de/profile.ts';
export { publicHome } from './de/public-home.ts';
export { pull } from './de/pull.ts';
export { reporting } from './de/reporting.ts';
export { scenarios } from './de/scenarios.ts';
export { system } from './de/system.ts';
export { time } from './de/time.ts';
export { ui } from './de/ui.ts';
export { verification } from './de/verification.ts';
