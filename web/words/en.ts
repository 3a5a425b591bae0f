/** The language of numbers, dates and plurals, as Intl names it. */
export const locale: string = 'en-GB';
export const product = 'Circle';

// English, in British spelling.
export { account } from './en/account.ts';
export { audit } from './en/audit.ts';
export { auth } from './en/auth.ts';
export { blocking } from './en/blocking.ts';
export { bugReports } from './en/bug-reports.ts';
export { circles } from './en/circles.ts';
export { comments } from './en/comments.ts';
export { compose } from './en/compose.ts';
export { contacts } from './en/contacts.ts';
export { dailyPhoto } from './en/daily-photo.ts';
export { denied } from './en/denied.ts';
export { describe } from './en/describe.ts';
export { directory } from './en/directory.ts';
export { frame, session, startUp, titles, trouble } from './en/frame.ts';
export { guide, install } from './en/install.ts';
export { invitations } from './en/invitations.ts';
export { likes } from './en/likes.ts';
export { members } from './en/members.ts';
export { moderation } from './en/moderation.ts';
export { notFound } from './en/not-found.ts';
export { notifications } from './en/notifications.ts';
export { page } from './en/page.ts';
export { payments } from './en/payments.ts';
export { postPages } from './en/post-pages.ts';
export { posts } from './en/posts.ts';
export { profile } from './en/profile.ts';
export { publicHome } from './en/public-home.ts';
export { pull } from './en/pull.ts';
export { reporting } from './en/reporting.ts';
export { scenarios } from './en/scenarios.ts';
export { system } from './en/system.ts';
export { time } from './en/time.ts';
export { ui } from './en/ui.ts';
export { verification } from './en/verification.ts';
