import type { Feature } from './feature.ts';
import { registerJobs as accountJobs } from './features/account/jobs.ts';
import { routes as account } from './features/account/routes.ts';
import { routes as albums } from './features/albums/routes.ts';
import { registerJobs as archivesJobs } from './features/archives/jobs.ts';
import { routes as archives } from './features/archives/routes.ts';
import { routes as audit } from './features/audit/routes.ts';
import { registerJobs as authJobs } from './features/auth/jobs.ts';
import { routes as auth } from './features/auth/routes.ts';
import { registerJobs as blockingJobs } from './features/blocking/jobs.ts';
import { routes as blocking } from './features/blocking/routes.ts';
import { routes as bugReports } from './features/bug-reports/routes.ts';
import { registerJobs as circlesJobs } from './features/circles/jobs.ts';
import { routes as circles } from './features/circles/routes.ts';
import { routes as comments } from './features/comments/routes.ts';
import { routes as contacts } from './features/contacts/routes.ts';
import { registerJobs as framesJobs } from './features/frames/jobs.ts';
import { pages as framePages } from './features/frames/pages/routes.ts';
import { routes as frames } from './features/frames/routes.ts';
import { registerJobs as invitationsJobs } from './features/invitations/jobs.ts';
import { routes as delivery } from './features/delivery/routes.ts';
import { routes as imports } from './features/imports/routes.ts';
import { routes as invitations } from './features/invitations/routes.ts';
import { registerJobs as lettersJobs } from './features/letters/jobs.ts';
import { registerJobs as likesJobs } from './features/likes/jobs.ts';
import { routes as likes } from './features/likes/routes.ts';
import { registerJobs as mailboxJobs } from './features/mailbox/jobs.ts';
import { pages as letterPages } from './features/mailbox/pages/routes.ts';
import { routes as mailbox } from './features/mailbox/routes.ts';
import { registerJobs as mediaJobs } from './features/media/jobs.ts';
import { routes as media } from './features/media/routes.ts';
import { registerJobs as membersJobs } from './features/members/jobs.ts';
import { routes as members } from './features/members/routes.ts';
import { routes as mentions } from './features/mentions/routes.ts';
import { registerJobs as moderationJobs } from './features/moderation/jobs.ts';
import { routes as moderation } from './features/moderation/routes.ts';
import { registerJobs as notificationsJobs } from './features/notifications/jobs.ts';
import { routes as notifications } from './features/notifications/routes.ts';
import { registerJobs as paymentsJobs } from './features/payments/jobs.ts';
import { routes as payments } from './features/payments/routes.ts';
import { routes as posts } from './features/posts/routes.ts';
import { registerJobs as reportingJobs } from './features/reporting/jobs.ts';
import { routes as reporting } from './features/reporting/routes.ts';
import { routes as scenarios } from './features/scenarios/routes.ts';
import { registerJobs as searchJobs } from './features/search/jobs.ts';
import { routes as search } from './features/search/routes.ts';
import { routes as audience } from './features/audience/routes.ts';
import { routes as site } from './features/site/routes.ts';
import { registerJobs as systemJobs } from './features/system/jobs.ts';
import { routes as system } from './features/system/routes.ts';
import { routes as timeline } from './features/timeline/routes.ts';
import { routes as usage } from './features/usage/routes.ts';
import { routes as verification } from './features/verification/routes.ts';

/** All features. Each uses only features before it. */
export const features: readonly Feature[] = [
  { routes: audit },
  { routes: usage },
  { routes: media, registerJobs: mediaJobs },
  { routes: notifications, registerJobs: notificationsJobs },
  { routes: reporting, registerJobs: reportingJobs },
  { routes: blocking, registerJobs: blockingJobs },
  { routes: members, registerJobs: membersJobs },
  { routes: circles, registerJobs: circlesJobs },
  { routes: contacts },
  { routes: delivery },
  { routes: likes, registerJobs: likesJobs },
  { routes: mentions },
  { routes: comments },
  { routes: posts },
  { routes: albums },
  { routes: imports },
  { routes: timeline },
  { routes: search, registerJobs: searchJobs },
  { registerJobs: lettersJobs },
  { routes: audience },
  { routes: invitations, registerJobs: invitationsJobs },
  { routes: auth, registerJobs: authJobs },
  { routes: verification },
  { routes: payments, registerJobs: paymentsJobs },
  { routes: scenarios },
  { routes: bugReports },
  { routes: moderation, registerJobs: moderationJobs },
  { routes: account, registerJobs: accountJobs },
  { routes: frames, pages: framePages, registerJobs: framesJobs },
  { routes: archives, registerJobs: archivesJobs },
  { routes: mailbox, pages: letterPages, registerJobs: mailboxJobs },
  { routes: system, registerJobs: systemJobs },
  { routes: site },
];
