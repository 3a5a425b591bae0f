import type { News } from './notify.ts';

/** The notification of a mail that became a moment. Taking the moment back withdraws it. */
export const byMailGroup = (post: number): string => `by-mail:${post}`;

/** The detail of a mail that became a heart. */
export const byHeart = 'heart';

/** Says that a mail in the name of a member counted, which may have been somebody else's (LETTERBOX-6). */
export const byMailNews = (
  to: number,
  counted: { post: number; comment: number | null; circle: number | null; isHeart: boolean },
): News => {
  const { post, comment, circle, isHeart } = counted;
  const about = { kind: 'mail_counted' as const, to, actor: null, post };
  if (isHeart) return { ...about, detail: byHeart };
  if (comment !== null) return { ...about, comment };
  return { ...about, group: byMailGroup(post), ...(circle !== null && { circle }) };
};
