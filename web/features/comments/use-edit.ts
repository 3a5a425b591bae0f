import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError, errorText } from '../../data/api.ts';
import { type Edit, dropEdit, editsOf, keepEdit } from '../../data/edits.ts';
import { useItems } from '../../outbox/use-outbox.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import type { Written } from '../mentions/written.ts';
import { EditInput, editPlace, removeEdit, shareEdit } from './edit-input.ts';

const texts = words.edit;

export type Words = Pick<Edit, 'content' | 'alts' | 'described'> & Pick<Written, 'named'>;

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
  const [written, setWritten] = useState<Words | undefined>(kept);
  const { data: waiting } = EditInput.safeParse(useItems(userId, editPlace(id))[0]?.input);
  const draft: Words = written ?? waiting ?? now;
  const [error, setError] = useState<string>();
  const change = (changed: Partial<Words>) => {
    const { content, named, alts, described } = draft;
    const next = { content, named, alts, described, ...changed };
    setWritten(next);
    setError(undefined);
    keepEdit(userId, id, { ...edited, ...next, named: [...next.named] });
  };
  const done = () => {
    dropEdit(userId, id);
    removeEdit(id);
    onClose();
  };
  const wait = ({ content, named, alts, described }: Words) => {
    shareEdit(userId, { id, ...edited, content, named: [...named], alts, described });
    toast({ title: texts.waiting.title, text: texts.waiting.text });
    onClose();
  };
  const saving = useMutation({
    mutationFn: (unsaved: Words) => save(unsaved, change),
    onSuccess: (saved) => {
      toast({ title: saved ?? texts.done });
      done();
    },
    onError: (failure, unsaved) => {
      const isPart = failure instanceof PartlySaved;
      if (!isPart && !(failure instanceof ApiError)) return wait(unsaved);
      const text = errorText(isPart ? failure.cause : failure, texts.lost);
      toast({ title: isPart ? failure.message : texts.failed, text, tone: 'destructive' });
    },
  });
  const submit = () => {
    const { named, described } = draft;
    const trimmed = {
      content: draft.content.trim(),
      named,
      alts: draft.alts.map((alt) => alt.trim()),
      described,
    };
    const problem = check(trimmed);
    if (problem !== undefined) return setError(problem);
    if (comparable(trimmed) === comparable(now)) return done();
    // One that waits must not arrive after this one.
    if (!navigator.onLine || waiting) return wait(trimmed);
    saving.mutate(trimmed);
  };
  return {
    draft,
    change,
    error,
    isSaving: saving.isPending,
    /** For the dialog that shows the fields. */
    dialog: {
      description: kept ? texts.kept : waiting ? texts.waiting.title : undefined,
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
