/** The language of numbers, dates and plurals, as Intl names it. */
export const locale: string = 'en-GB';
export const product = 'Circle';

// English, in British spelling.
export { account } from './en/account/account.ts';
export { audit } from './en/admin/audit.ts';
export { auth } from './en/account/auth.ts';
export { blocking } from './en/people/blocking.ts';
export { bugReports } from './en/admin/bug-reports.ts';
export { circles } from './en/people/circles.ts';
export { comments } from './en/moments/comments.ts';
export { compose } from './en/moments/compose.ts';
export { contacts } from './en/people/contacts.ts';
export { dailyPhoto } from './en/moments/daily-photo.ts';
export { denied } from './en/app/denied.ts';
export { describe } from './en/moments/describe.ts';
export { directory } from './en/people/directory.ts';
export { frame, session, startUp, titles, trouble } from './en/app/frame.ts';
export { guide, install } from './en/app/install.ts';
export { invitations } from './en/people/invitations.ts';
export { likes } from './en/moments/likes.ts';
export { members } from './en/people/members.ts';
export { moderation } from './en/admin/moderation.ts';
export { notFound } from './en/app/not-found.ts';
export { notifications } from './en/account/notifications.ts';
export { page } from './en/app/page.ts';
export { payments } from './en/account/payments.ts';
export { postPages } from './en/moments/post-pages.ts';
export { posts } from './en/moments/posts.ts';
export { profile } from './en/people/profile.ts';
export { publicHome } from './en/app/public-home.ts';
export { pull } from './en/moments/pull.ts';
export { reporting } from './en/admin/reporting.ts';
export { scenarios } from './en/admin/scenarios.ts';
export { system } from './en/admin/system.ts';
export { time } from './en/app/time.ts';
export { ui } from './en/app/ui.ts';
export { verification } from './en/account/verification.ts';
