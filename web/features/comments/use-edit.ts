import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { errorText } from '../../data/api.ts';
import { dropEdit, type Edit, editsOf, keepEdit } from '../../data/edits.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.edit;

export type Words = Pick<Edit, 'content' | 'named' | 'alts' | 'described'>;

/** A part of an edit was saved; the message says which. The cause says why the rest was not. */
export class PartlySaved extends Error {}

export interface EditOptions {
  userId: string;
  /** The moment or comment, or the `describedKey` of an album. */
  id: string;
  edited: Pick<Edit, 'kind' | 'postId'>;
  /** The words that the server has. */
  now: Words;
  /** Returns the problem of the words; undefined if they can be saved. */
  check: (words: Words) => string | undefined;
  /** Resolves with the message that says what was saved, if it is a special one. */
  save: (words: Words, change: (left: Partial<Words>) => void) => Promise<string | undefined>;
  onClose: () => void;
}

/** Two edits that compare as equal leave nothing to save. */
const comparable = ({ content, alts, described }: Words): string =>
  JSON.stringify([content, alts, described ?? {}]);

/**
 * Edits words in a dialog. Changes survive until they are saved or discarded by Cancel; without a connection they
 * wait.
 */
export const useEdit = ({ userId, id, edited, now, check, save, onClose }: EditOptions) => {
  const [kept] = useState(() => editsOf(userId)[id]);
  const [draft, setDraft] = useState<Words>(kept ?? now);
  const [error, setError] = useState<string>();
  const change = (written: Partial<Words>) => {
    const { content, named, alts, described } = draft;
    const next = { content, named, alts, described, ...written };
    setDraft(next);
    setError(undefined);
    keepEdit(userId, id, { ...edited, ...next, waiting: false });
  };
  const done = () => {
    dropEdit(userId, id);
    onClose();
  };
  const saving = useMutation({
    mutationFn: (written: Words) => save(written, change),
    onSuccess: (saved) => {
      toast({ title: saved ?? texts.done });
      done();
    },
    onError: (failure) => {
      const isPart = failure instanceof PartlySaved;
      const text = errorText(isPart ? failure.cause : failure, texts.lost);
      toast({ title: isPart ? failure.message : texts.failed, text, tone: 'destructive' });
    },
  });
  const submit = () => {
    const { named, described } = draft;
    const written = {
      content: draft.content.trim(),
      named,
      alts: draft.alts.map((alt) => alt.trim()),
      described,
    };
    const problem = check(written);
    if (problem !== undefined) return setError(problem);
    if (comparable(written) === comparable(now)) return done();
    if (navigator.onLine) return saving.mutate(written);
    keepEdit(userId, id, { ...edited, ...written, waiting: true });
    toast({ title: texts.waiting.title, text: texts.waiting.text });
    onClose();
  };
  return {
    draft,
    change,
    error,
    isSaving: saving.isPending,
    /** For the dialog that shows the fields. */
    dialog: {
      description: kept ? (kept.waiting ? texts.waiting.title : texts.kept) : undefined,
      onClose,
      onCancel: done,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        submit();
      },
      submit: { busy: saving.isPending, busyText: texts.busy, children: texts.save },
    },
  };
};
