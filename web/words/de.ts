/** The language of numbers, dates and plurals, as Intl names it. */
export const locale = 'de-DE';
export const product = 'Circle';

// German: du, in the voice of the English sentences; circles are Kreise, moments (and posts) Momente.
export { account } from './de/account/account.ts';
export { audit } from './de/admin/audit.ts';
export { auth } from './de/account/auth.ts';
export { blocking } from './de/people/blocking.ts';
export { bugReports } from './de/admin/bug-reports.ts';
export { circles } from './de/people/circles.ts';
export { comments } from './de/moments/comments.ts';
export { compose } from './de/moments/compose.ts';
export { contacts } from './de/people/contacts.ts';
export { dailyPhoto } from './de/moments/daily-photo.ts';
export { denied } from './de/app/denied.ts';
export { describe } from './de/moments/describe.ts';
export { directory } from './de/people/directory.ts';
export { frame, session, startUp, titles, trouble } from './de/app/frame.ts';
export { guide, install } from './de/app/install.ts';
export { invitations } from './de/people/invitations.ts';
export { likes } from './de/moments/likes.ts';
export { members } from './de/people/members.ts';
export { moderation } from './de/admin/moderation.ts';
export { notFound } from './de/app/not-found.ts';
export { notifications } from './de/account/notifications.ts';
export { page } from './de/app/page.ts';
export { payments } from './de/account/payments.ts';
export { postPages } from './de/moments/post-pages.ts';
export { posts } from './de/moments/posts.ts';
export { profile } from './de/people/profile.ts';
export { publicHome } from './de/app/public-home.ts';
export { pull } from './de/moments/pull.ts';
export { reporting } from './de/admin/reporting.ts';
export { scenarios } from './de/admin/scenarios.ts';
export { system } from './de/admin/system.ts';
export { time } from './de/app/time.ts';
export { ui } from './de/app/ui.ts';
export { verification } from './de/account/verification.ts';
