import { words } from '../../words/words.ts';

/** The pages of the administration, in the order of their tabs. */
export const tabs = [
  { href: '/admin/reports', label: words.moderation.tabs.reports },
  { href: '/admin/verifications', label: words.moderation.tabs.verifications },
  { href: '/admin/members', label: words.moderation.tabs.members },
  { href: '/admin/bug-reports', label: words.moderation.tabs.bugReports },
  { href: '/admin/audit', label: words.moderation.tabs.audit },
  { href: '/admin/system', label: words.moderation.tabs.system },
] as const;

export type AdminPath = (typeof tabs)[number]['href'];
