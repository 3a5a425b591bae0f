import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../data/api.ts';
import { dropEdit, type Edit, editsOf, keepEdit } from '../../data/edits.ts';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { MentionArea } from '../mentions/mention-area.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.edit;

export type Words = Pick<Edit, 'content' | 'named' | 'alts'>;

interface EditDialogProps {
  title: string;
  label: string;
  userId: string;
  /** The moment or comment. */
  id: string;
  edited: Pick<Edit, 'kind' | 'postId'>;
  /** The words that the server has. */
  now: Words;
  max: number;
  /** Returns the problem of the words; undefined if they can be saved. */
  check: (words: Words) => string | undefined;
  save: (words: Words) => Promise<unknown>;
  /** Further fields below the words. */
  more?: (words: Words, change: (words: Partial<Words>) => void) => ReactNode;
  onClose: () => void;
}

/**
 * Edits the words of a moment or comment. Changes survive until they are saved or discarded by Cancel; without a
 * connection they wait.
 */
export function EditDialog(props: EditDialogProps) {
  const { title, label, userId, id, edited, now, max, check, save, more, onClose } = props;
  const [kept] = useState(() => editsOf(userId)[id]);
  const [draft, setDraft] = useState<Words>(kept ?? now);
  const [error, setError] = useState<string>();
  const change = (written: Partial<Words>) => {
    const { content, named, alts } = draft;
    const next = { content, named, alts, ...written };
    setDraft(next);
    setError(undefined);
    keepEdit(userId, id, { ...edited, ...next, waiting: false });
  };
  const done = () => {
    dropEdit(userId, id);
    onClose();
  };
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      toast({ title: texts.done });
      done();
    },
    onError: (failure) =>
      toast({ title: texts.failed, text: errorText(failure, texts.lost), tone: 'destructive' }),
  });
  const submit = () => {
    const { named } = draft;
    const written = { content: draft.content.trim(), named, alts: draft.alts.map((alt) => alt.trim()) };
    const problem = check(written);
    if (problem !== undefined) return setError(problem);
    if (JSON.stringify([written.content, written.alts]) === JSON.stringify([now.content, now.alts]))
      return done();
    if (navigator.onLine) return saving.mutate(written);
    keepEdit(userId, id, { ...edited, ...written, waiting: true });
    toast({ title: texts.waiting.title, text: texts.waiting.text });
    onClose();
  };
  return (
    <FormDialog
      title={title}
      description={kept ? (kept.waiting ? texts.waiting.title : texts.kept) : undefined}
      onClose={onClose}
      onCancel={done}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      submit={{ busy: saving.isPending, busyText: texts.busy, children: texts.save }}
    >
      <MentionArea
        people
        className="min-h-21"
        label={label}
        written={{ text: draft.content, named: draft.named }}
        place={{ postId: edited.postId }}
        count={{ now: [...draft.content.trim()].length, max }}
        error={error}
        onWrite={({ text, named }) => change({ content: text, named })}
      />
      {more?.(draft, change)}
    </FormDialog>
  );
}
