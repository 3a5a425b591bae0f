import { takeBack } from '../../contract/audience/take-back.ts';
import { authorOnly, type Door, freshPost, inCircle, membersOnly, nobody } from './endpoints.ts';

/** The endpoints about who sees what, and taking back, by name. */
export const sharingDoors: Readonly<Record<string, Door>> = {
  'sharing.countAudience': {
    input: ({ circle }) => ({ circleIds: JSON.stringify([circle.id]) }),
    statuses: inCircle(200),
    absent: () => ({ circleIds: JSON.stringify([nobody()]) }),
  },
  'sharing.audience': {
    input: ({ post }) => ({ id: post.id }),
    statuses: authorOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'sharing.commentAudience': {
    input: async ({ author, post }) => ({ id: (await author.comments(post, 'Door')).id }),
    statuses: authorOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'sharing.seeAs': {
    input: ({ post, member }) => ({ id: post.id, userId: member.id }),
    statuses: authorOnly(200),
    absent: ({ member }) => ({ id: nobody(), userId: member.id }),
  },
  'sharing.visiblePosts': {
    input: ({ member, author }, who) => ({ id: who === member ? author.id : member.id }),
    statuses: membersOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'sharing.whoSees': {
    input: ({ post }) => ({ id: post.id, q: 'Mem' }),
    statuses: authorOnly(200),
    absent: () => ({ id: nobody(), q: 'Mem' }),
  },
  'sharing.letGo': { input: ({ post }) => ({ posts: [post.id], photos: [] }), statuses: membersOnly(200) },
  'sharing.takeBack': { input: freshPost, statuses: authorOnly(201), absent: () => ({ id: nobody() }) },
  'withdrawals.withdraw': {
    input: () => ({ path: '/api/posts', key: nobody() }),
    statuses: membersOnly(204),
  },
  'sharing.receipts': {
    input: ({ post }) => ({ id: post.id }),
    statuses: authorOnly(200),
    absent: () => ({ id: nobody() }),
  },
  'sharing.receipt': {
    input: async (world) => ({ id: (await world.author.ask(takeBack, await freshPost(world))).id }),
    statuses: [401, 404, 404, 404, 200],
    absent: () => ({ id: nobody() }),
  },
};
