import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as blocking from '../../../contract/blocking.ts';
import type { Person } from '../../../contract/shapes.ts';
import { api, toastError } from '../../data/api.ts';
import { refreshPosts } from '../../data/refresh-posts.ts';
import { queryFor, queryKey } from '../../data/query.ts';
import { focusTitle } from '../../ui/hooks/focus-beside.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

const texts = words.muting;

interface MuteInput {
  person: Person;
  muted: boolean;
  /**
   * Mutes from the menu of a post, which then disappears: offers Undo in the toast, and focuses the page's heading.
   */
  fromPost?: boolean;
}

/** Mutes or unmutes a member, and says so. */
export const useSetMute = () => {
  const client = useQueryClient();
  const setMute = useMutation({
    mutationFn: ({ person, muted }: MuteInput) =>
      api(muted ? blocking.mute : blocking.unmute, { id: person.id }),
    onSuccess: async (_, { person, muted, fromPost }) => {
      const name = displayName(person);
      const onPress = () => setMute.mutate({ person, muted: false });
      toast(
        muted
          ? {
              title: texts.done({ name }),
              text: texts.text,
              action: fromPost ? { label: words.controls.undo, hint: texts.undoHint, onPress } : undefined,
            }
          : { title: texts.undone({ name }) },
      );
      if (fromPost) focusTitle();
      await Promise.all([
        refreshPosts(client),
        client.invalidateQueries({ queryKey: queryKey(blocking.listMuted, {}) }),
      ]);
    },
    onError: (error) => toastError(error, words.controls.error),
  });
  return setMute;
};

/** Whether the person is muted; undefined while that is not known. */
export const useIsMuted = (id: string): boolean | undefined =>
  useQuery(queryFor(blocking.listMuted, {})).data?.some((person) => person.id === id);
