import * as account from './account.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as blocking from './blocking.ts';
import * as bugReports from './bug-reports.ts';
import * as circles from './circles.ts';
import * as comments from './comments.ts';
import * as contacts from './contacts.ts';
import * as delivery from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import * as invitations from './invitations.ts';
import * as likes from './likes.ts';
import * as mailbox from './mailbox.ts';
import * as media from './media.ts';
import * as members from './members.ts';
import * as mentions from './mentions.ts';
import * as moderation from './moderation.ts';
import * as notifications from './notifications.ts';
import * as payments from './payments.ts';
import * as posts from './posts.ts';
import * as questions from './questions.ts';
import * as reporting from './reporting.ts';
import * as scenarios from './scenarios.ts';
import * as audience from './audience/audience.ts';
import * as kept from './audience/let-go.ts';
import * as takeBack from './audience/take-back.ts';
import * as settings from './settings.ts';
import * as site from './site.ts';
import * as system from './system.ts';
import * as albums from './albums.ts';
import * as frames from './frames.ts';
import * as archives from './archives.ts';
import * as imports from './imports.ts';
import * as timeline from './timeline.ts';
import * as search from './search.ts';
import * as verification from './verification.ts';
import * as usage from './usage.ts';
import * as withdrawals from './withdrawals.ts';

const features = {
  account,
  albums,
  archives,
  audit,
  auth,
  blocking,
  bugReports,
  circles,
  comments,
  contacts,
  delivery,
  frames,
  imports,
  invitations,
  likes,
  mailbox,
  media,
  members,
  mentions,
  moderation,
  notifications,
  payments,
  posts,
  questions,
  reporting,
  scenarios,
  search,
  sharing: { ...audience, ...kept, ...takeBack },
  settings,
  site,
  system,
  timeline,
  usage,
  verification,
  withdrawals,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'credential' in value && 'path' in value;

/** Every endpoint of the product under the name `feature.call`, for tests and the OpenAPI document. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(features).flatMap(([feature, calls]) =>
    Object.entries(calls)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, call]) => [`${feature}.${name}`, call] as const),
  ),
);
