import type { Feature } from './feature.ts';
import { feature as audit } from './features/audit/feature.ts';
import { feature as usage } from './features/usage/feature.ts';
import { feature as media } from './features/media/feature.ts';
import { feature as notifications } from './features/notifications/feature.ts';
import { feature as reporting } from './features/reporting/feature.ts';
import { feature as blocking } from './features/blocking/feature.ts';
import { feature as members } from './features/members/feature.ts';
import { feature as circles } from './features/circles/feature.ts';
import { feature as contacts } from './features/contacts/feature.ts';
import { feature as delivery } from './features/delivery/feature.ts';
import { feature as likes } from './features/likes/feature.ts';
import { feature as mentions } from './features/mentions/feature.ts';
import { feature as comments } from './features/comments/feature.ts';
import { feature as questions } from './features/questions/feature.ts';
import { feature as posts } from './features/posts/feature.ts';
import { feature as albums } from './features/albums/feature.ts';
import { feature as withdrawals } from './features/withdrawals/feature.ts';
import { feature as imports } from './features/imports/feature.ts';
import { feature as timeline } from './features/timeline/feature.ts';
import { feature as search } from './features/search/feature.ts';
import { feature as letters } from './features/letters/feature.ts';
import { feature as audience } from './features/audience/feature.ts';
import { feature as invitations } from './features/invitations/feature.ts';
import { feature as auth } from './features/auth/feature.ts';
import { feature as verification } from './features/verification/feature.ts';
import { feature as payments } from './features/payments/feature.ts';
import { feature as scenarios } from './features/scenarios/feature.ts';
import { feature as bugReports } from './features/bug-reports/feature.ts';
import { feature as moderation } from './features/moderation/feature.ts';
import { feature as account } from './features/account/feature.ts';
import { feature as frames } from './features/frames/feature.ts';
import { feature as archives } from './features/archives/feature.ts';
import { feature as mailbox } from './features/mailbox/feature.ts';
import { feature as system } from './features/system/feature.ts';
import { feature as settings } from './features/settings/feature.ts';
import { feature as site } from './features/site/feature.ts';

/** All features. Each uses only features before it. */
export const features: readonly Feature[] = [
  audit,
  usage,
  media,
  notifications,
  reporting,
  blocking,
  members,
  circles,
  contacts,
  delivery,
  likes,
  mentions,
  comments,
  questions,
  posts,
  albums,
  withdrawals,
  imports,
  timeline,
  search,
  letters,
  audience,
  invitations,
  auth,
  verification,
  payments,
  scenarios,
  bugReports,
  moderation,
  account,
  frames,
  archives,
  mailbox,
  system,
  settings,
  site,
];
