import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as blocking from '../../../contract/blocking.ts';
import type { Person } from '../../../contract/shapes.ts';
import { api, errorText } from '../../data/api.ts';
import { queryFor } from '../../data/query.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import { displayName } from '../../ui/people/person-name.ts';

const texts = words.blocking;

/** Keeps a person's moments out of one's feed, or lets them in again; says so when it is done. */
export const useSetMute = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ person, muted }: { person: Person; muted: boolean }) =>
      api(muted ? blocking.mute : blocking.unmute, { id: person.id }),
    onSuccess: async (_, { person, muted }) => {
      const name = displayName(person);
      toast(muted ? { title: texts.muted(name), text: texts.muteText } : { title: texts.unmuted(name) });
      await Promise.all(
        ['mutes', 'posts', 'notifications'].map((part) =>
          client.invalidateQueries({ queryKey: ['/api', part] }),
        ),
      );
    },
    onError: (error) => toast({ title: texts.failed, text: errorText(error), tone: 'destructive' }),
  });
};

/** Whether the person is muted; undefined while that is not known. */
export const useIsMuted = (id: string): boolean | undefined =>
  useQuery(queryFor(blocking.listMuted, {})).data?.some((person) => person.id === id);
