import type { MemberData } from './session.tsx';

const deleteFeed = async (): Promise<void> => {
  const { deleteOfflineFeed } = await import('../features/posts/feed/offline-feed.ts');
  await deleteOfflineFeed();
};

/** The data that features keep of a member in this browser. The code to delete it loads when the session ends. */
export const memberData: MemberData = {
  deleteFeed,
  deleteAll: async (userId) => {
    try {
      const [{ forgetDraftOf }, { forgetOutbox }, { clearNotifications }] = await Promise.all([
        import('../features/posts/composer/draft.ts'),
        import('../outbox/outbox.ts'),
        import('../live/push.ts'),
        // They know what else the browser keeps of an item.
        import('./waiting/register-kinds.ts'),
      ]);
      await Promise.all([deleteFeed(), forgetOutbox(userId), forgetDraftOf(userId), clearNotifications()]);
    } catch (error) {
      console.error(error);
    }
  },
};
