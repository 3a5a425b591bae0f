import { useQueryClient } from '@tanstack/react-query';
import * as blocking from '../../../../contract/blocking.ts';
import type { Person } from '../../../../contract/shapes.ts';
import { api, errorText } from '../../../data/api.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { refreshPosts } from '../../../data/cached-posts.ts';
import { words } from '../../../words/words.ts';
import { displayName } from '../../../ui/people/person-name.ts';

const texts = words.posts.mute;

const failed = (error: unknown) =>
  toast({ title: texts.failed, text: errorText(error), tone: 'destructive' });

/** The pressed menu disappears with its post, so the focus moves to the page's heading. */
const focusTitle = () => {
  const title = document.querySelector<HTMLElement>('#main h1');
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
};

/** Mutes a member, with Undo while the toast is shown. */
export const useMute = (person: Person): (() => Promise<void>) => {
  const client = useQueryClient();
  const name = displayName(person);
  const refresh = () =>
    Promise.all([
      refreshPosts(client),
      client.invalidateQueries({ queryKey: ['/api', 'notifications'] }),
      client.invalidateQueries({ queryKey: ['/api', 'mutes'] }),
    ]);
  const undo = async () => {
    try {
      await api(blocking.unmute, { id: person.id });
      toast({ title: texts.undone(name) });
      await refresh();
    } catch (error) {
      failed(error);
    }
  };
  return async () => {
    try {
      await api(blocking.mute, { id: person.id });
      toast({
        title: texts.done(name),
        text: texts.text,
        action: { label: texts.undo, hint: texts.undoHint, onPress: () => void undo() },
      });
      focusTitle();
      await refresh();
    } catch (error) {
      failed(error);
    }
  };
};
