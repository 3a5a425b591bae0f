import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as notifications from '../../../contract/notifications.ts';
import { api, toastError } from '../../data/api.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { notificationsKey } from './key.ts';

const texts = words.notificationList;

/** Whether the viewer is notified of the later comments of a moment; undefined while that is not known. */
export const useFollowing = (id: string, enabled: boolean) =>
  useQuery({ ...queryFor(notifications.findFollowing, { id }), enabled }).data;

/** Stops or resumes the notifications about one moment, and says so. */
export const useSetFollowing = () => {
  const client = useQueryClient();
  const setFollowing = useMutation({
    mutationFn: ({ id, follows }: { id: string; follows: boolean }) =>
      api(follows ? notifications.follow : notifications.unfollow, { id }),
    onSuccess: async ({ following }, { id, follows }) => {
      client.setQueryData(queryKey(notifications.findFollowing, { id }), { following, hasStopped: !follows });
      const onPress = () => setFollowing.mutate({ id, follows: true });
      toast(
        follows
          ? { title: texts.followed }
          : {
              title: texts.unfollowed,
              action: { label: words.controls.undo, hint: words.muting.undoHint, onPress },
            },
      );
      await client.invalidateQueries({ queryKey: notificationsKey });
    },
    onError: (error) => toastError(error, words.controls.error),
  });
  return setFollowing;
};
