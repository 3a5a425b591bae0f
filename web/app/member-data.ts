import type { MemberData } from './session.tsx';

const deleteSeen = async (): Promise<void> => {
  const [{ deleteOfflineFeed }, { clearNotifications }] = await Promise.all([
    import('../features/posts/feed/offline-feed.ts'),
    import('../live/push.ts'),
  ]);
  await Promise.all([deleteOfflineFeed(), clearNotifications()]);
};

/** The data that features keep of a member in this browser. The code to delete it loads when the session ends. */
export const memberData: MemberData = {
  deleteSeen,
  deleteAll: async (userId) => {
    try {
      const [{ forgetDraftOf }, { forgetOutbox }] = await Promise.all([
        import('../features/posts/composer/draft.ts'),
        import('../outbox/outbox.ts'),
        // They know what else the browser keeps of an item.
        import('./waiting/register-kinds.ts'),
      ]);
      await Promise.all([deleteSeen(), forgetOutbox(userId), forgetDraftOf(userId)]);
    } catch (error) {
      console.error(error);
    }
  },
};
