import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState, useSyncExternalStore } from 'react';
import { errorText, NoAnswer } from '../../data/api.ts';
import { type Edit, dropEdit, editsOf, keepEdit } from '../../data/edits.ts';
import { isLost, noteLost } from '../../outbox/back-off.ts';
import { isUnderWay } from '../../outbox/item.ts';
import { itemsIn, openOutbox } from '../../outbox/outbox.ts';
import { useItems, useLost } from '../../outbox/use-outbox.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';
import type { Written } from '../mentions/to-content.ts';
import { EditInput, editPlace, notArrived, removeEdit, shareEdit } from './edit-input.ts';

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
 * wait. Cancel leaves what was saved before and waits.
 */
export const useEdit = ({ userId, id, edited, now, check, save, onClose }: EditOptions) => {
  const [kept] = useState(() => editsOf(userId)[id]);
  const [written, setWritten] = useState<Words | undefined>(kept);
  const latest = notArrived(useItems(userId, editPlace(id))).at(-1);
  const { data: waiting } = EditInput.safeParse(latest?.input);
  const hasNoAnswer = useLost();
  const draft: Words = written ?? waiting ?? now;
  const [error, setError] = useState<string>();
  const change = (changed: Partial<Words>) => {
    const { content, named, alts, described } = draft;
    const next = { content, named, alts, described, ...changed };
    setWritten(next);
    setError(undefined);
    keepEdit(userId, id, { ...edited, ...next, named: [...next.named] });
  };
  const discard = () => {
    dropEdit(userId, id);
    onClose();
  };
  const wait = ({ content, named, alts, described }: Words) => {
    shareEdit(userId, { id, ...edited, content, named: [...named], alts, described });
    toast(isLost() ? { title: texts.waiting.title, text: texts.waiting.text } : texts.underWay);
    onClose();
  };
  const client = useQueryClient();
  const mutationKey = ['edit', id];
  const saving = useMutation({
    mutationKey,
    mutationFn: (unsaved: Words) => save(unsaved, change),
    onSuccess: (saved) => {
      toast({ title: saved ?? texts.done });
      removeEdit(id);
      discard();
    },
    onError: (failure, unsaved) => {
      const isPart = failure instanceof PartlySaved;
      if (failure instanceof NoAnswer) {
        noteLost();
        return wait(unsaved);
      }
      const text = errorText(isPart ? failure.cause : failure, texts.lost);
      toast({ title: isPart ? failure.message : texts.failed, text, tone: 'destructive' });
    },
  });
  // Also in a dialog that was closed and opened again. The hook of the library would load with the first screen.
  const isSaving = useSyncExternalStore(
    (changed) => client.getMutationCache().subscribe(changed),
    () => client.isMutating({ mutationKey }) > 0,
  );
  const submit = async () => {
    const { named, described } = draft;
    const trimmed = {
      content: draft.content.trim(),
      named,
      alts: draft.alts.map((alt) => alt.trim()),
      described,
    };
    const problem = check(trimmed);
    if (problem !== undefined) return setError(problem);
    await openOutbox(userId);
    const earlier = notArrived(itemsIn(editPlace(id)));
    if (earlier.length === 0 && comparable(trimmed) === comparable(now)) return discard();
    // An earlier one must not arrive after this one.
    if (!navigator.onLine || earlier.some(isUnderWay)) return wait(trimmed);
    saving.mutate(trimmed);
  };
  const state = (hasNoAnswer ? texts.waiting : texts.underWay).title;
  return {
    draft,
    change,
    error,
    isSaving,
    /** For the dialog that shows the fields. */
    dialog: {
      description: kept ? texts.kept : latest ? (latest.problem?.text ?? state) : undefined,
      onClose,
      onCancel: discard,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      },
      submit: { busy: isSaving, busyText: words.controls.saving, children: words.controls.save },
    },
  };
};
